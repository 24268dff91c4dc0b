#!/bin/sh
# Writes the settings of this pod. It follows the leader that a Sentinel names; before the first one redis-0 leads.
set -eu
export REDISCLI_AUTH="$REDIS_PASSWORD" DATA=/data
leader=
for name in redis-0 redis-1 redis-2; do
  [ -n "$leader" ] || leader=$(timeout 2 redis-cli -h "$name" -p 26379 sentinel get-master-addr-by-name zing | head -n 1 || true)
done
# "Could not connect" is no name
case "$leader" in redis-[0-2]) ;; *) leader=redis-0 ;; esac
export HOST_1="$leader"

mkdir -p /data/redis
# the names are those of Services, and a pod listens on its own addresses
fill_in() { eval "cat <<END
$(cat "/settings/$1")
bind * -::*
END" >"/data/$1"; }
fill_in redis.conf
fill_in sentinel.conf
[ "$HOST" = "$leader" ] || echo "replicaof $leader 6379" >>/data/redis.conf
# before the first name
{ echo 'sentinel resolve-hostnames yes'; echo 'sentinel announce-hostnames yes'; cat /data/sentinel.conf; } >/data/sentinel.tmp
mv /data/sentinel.tmp /data/sentinel.conf
