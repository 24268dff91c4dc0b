# The repository's embedded MongoDB with the user, folders and passwords of MongoDB's public image.
ARG BASE
FROM ${BASE}
WORKDIR /zing
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace=packages/embedded-mongo
RUN useradd --uid 999 mongodb && mkdir --parents /data/db /docker-entrypoint-initdb.d && chown mongodb /data/db
CMD ["node", "tests/containers/images/start-embedded-mongo.ts"]
