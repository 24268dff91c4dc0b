# The embedded MongoDB of this repository with the user, the folders and the users' passwords of the public image of MongoDB.
ARG BASE
FROM ${BASE}
WORKDIR /zing
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace=packages/embedded-mongo
RUN useradd --uid 999 mongodb && mkdir --parents /data/db /docker-entrypoint-initdb.d && chown mongodb /data/db
CMD ["node", "tests/containers/images/start-embedded-mongo.ts"]
