# nats-server from its Python wheel, and wget for the health check.
ARG BASE
FROM ${BASE}
RUN apt-get update && apt-get install --yes --no-install-recommends wget && rm -rf /var/lib/apt/lists/*
COPY nats-server /usr/local/bin/nats-server
