# The embedded MongoDB of this repository with the user and the folders of the public image of MongoDB.
ARG BASE
FROM ${BASE}
WORKDIR /zing
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace=packages/embedded-mongo
RUN useradd --uid 999 mongodb && mkdir --parents /data/db && chown mongodb /data/db
ENV HOST=0.0.0.0
ENV PORT=27017
ENV DATA_DIR=/data/db
CMD ["node", "packages/embedded-mongo/src/main.ts"]
