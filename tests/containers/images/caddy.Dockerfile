# Caddy from its Python wheel, with the folders, capability and command of the public image, and wget for the health
# check.
ARG BASE
FROM ${BASE}
RUN apt-get update && apt-get install --yes --no-install-recommends wget libcap2-bin && rm -rf /var/lib/apt/lists/*
COPY caddy /usr/bin/caddy
RUN setcap cap_net_bind_service=+ep /usr/bin/caddy && mkdir /data /config
ENV XDG_CONFIG_HOME=/config
ENV XDG_DATA_HOME=/data
WORKDIR /srv
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
