# Debian's Redis with the user and the volume of the public image.
ARG BASE
FROM ${BASE}
RUN apt-get update && apt-get install --yes --no-install-recommends redis-server redis-tools && rm -rf /var/lib/apt/lists/*
RUN mkdir /data && chown redis:redis /data
