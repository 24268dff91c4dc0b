#!/bin/sh
# Writes the certificate and key that the three NATS servers share to $CONFIG. The certificate signs itself, so it is the authority too.
set -eu
[ -n "${HOST_1:-}" ] || . /etc/zing/host.env
umask 077
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=zing-nats \
  -addext "subjectAltName=IP:$HOST_1,IP:$HOST_2,IP:$HOST_3" -keyout "$CONFIG/nats.key" -out "$CONFIG/nats.pem"
