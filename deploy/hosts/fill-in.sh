#!/bin/sh
# Writes the files of one host to /etc/zing and to the folders of Redis and systemd, from the values in /etc/zing/host.env.
set -eu
cd "$(dirname "$0")"
set -a
. /etc/zing/host.env
set +a
umask 077
for file in *.conf *.cfg *.env *.http; do envsubst <"$file" >"$CONFIG/$file"; done
cp ../docker/nats.conf "$CONFIG/permissions.conf"
install -d -o zing -g zing "$DATA" "$DATA/nats"
chown zing "$CONFIG/nats.conf" "$CONFIG/permissions.conf" "$CONFIG/nats.pem" "$CONFIG/nats.key"

# Sentinel rewrites both files; the units of Debian allow /var/lib/redis only
[ "$HOST" = "$HOST_1" ] || echo "replicaof $HOST_1 6379" >>"$CONFIG/redis.conf"
install -d -o redis -g redis "$DATA/redis"
for name in redis sentinel; do install -o redis -g redis -m 640 "$CONFIG/$name.conf" "/etc/redis/$name.conf"; done
for unit in redis-server redis-sentinel; do
  mkdir -p "/etc/systemd/system/$unit.service.d"
  printf '[Service]\nReadWriteDirectories=-%s/redis\n' "$DATA" >"/etc/systemd/system/$unit.service.d/zing.conf"
done
cp zing*.service zing*.timer /etc/systemd/system/
