# syntax=docker/dockerfile:1

# Builds the images of all processes from the root of the repository. A service: --target service --build-arg SERVICE=services/chat;
# the gateway, with the web client: --target gateway --build-arg SERVICE=gateway

# To pin by digest, which `docker buildx imagetools inspect node:26.10.0-slim` prints:
# --build-arg NODE_IMAGE=node:26.10.0-slim@sha256:… (for compose: NODE_IMAGE in .env).
ARG NODE_IMAGE=docker.io/library/node:26.10.0-slim

FROM ${NODE_IMAGE} AS sources
WORKDIR /zing
COPY package.json package-lock.json .npmrc ./
COPY proto proto

FROM sources AS web
COPY tsconfig.json ./
COPY web web
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund --workspace=web
RUN npm run build --workspace=web

FROM sources AS packages
ARG SERVICE
COPY packages/blobs packages/blobs
COPY packages/kit packages/kit
COPY packages/media packages/media
COPY packages/places packages/places
COPY ${SERVICE} ${SERVICE}
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace=${SERVICE}
# packages that this process does not depend on
RUN for folder in packages/*; do test -e node_modules/@zing/${folder#packages/} || rm -r "$folder"; done
# no process reads these: Node refuses TypeScript in node_modules, stack traces name lines of the published code, a dist-es
# is for bundlers, and @lingui/core brings what its builds need
RUN find . -path '*/node_modules/*' \( -type f \( -name '*.map' -o -name '*.ts' -o -name '*.[cm]ts' -o -name '*.md' \) \
  -o -path '*/dist-es/*' -o -path '*/test/*' -o -path '*/@babel/*' -o -path '*/jiti/*' \) -delete
# vision reads one bundle of each library, and the models in services/vision/src/files/pinned-files.ts
RUN find . -type f \( -path '*/@tensorflow/*/dist/*' ! -name '*.node.js' ! -name '*.wasm' \
  -o -path '*/nsfwjs/dist/*' ! -path '*/models/mobilenet_v2_mid/*' ! -name package.json \
  -o -path '*/@vladmandic/human/*' ! -name human.node-wasm.js ! -name package.json ! -name LICENSE \
  ! -path '*/models/blazeface.*' ! -path '*/models/facemesh.*' ! -path '*/models/faceres.*' ! -path '*/models/emotion.*' \
  \) -delete

# Loads every module as the user and with the options of CMD, since the cache is kept by both, then ends for lack of variables.
FROM packages AS compiled
ARG SERVICE
USER node
ENV NODE_ENV=production
ENV NODE_COMPILE_CACHE=/tmp/compile-cache
WORKDIR /zing/${SERVICE}
RUN node src/main.ts | grep 'Bad configuration'

FROM ${NODE_IMAGE} AS service
ARG SERVICE
LABEL org.opencontainers.image.title="Zing ${SERVICE}"
LABEL org.opencontainers.image.licenses=MIT
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV METRICS_PORT=9464
# memory of photos and bodies goes back to the system at once, see docs/security.md, SEC-53
ENV MALLOC_ARENA_MAX=2
ENV MALLOC_MMAP_THRESHOLD_=131072
COPY --from=packages /zing /zing
COPY --from=compiled --chown=root:root /tmp/compile-cache /zing/.compile-cache
ENV NODE_COMPILE_CACHE=/zing/.compile-cache
WORKDIR /zing/${SERVICE}
USER node
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 CMD ["node", "--eval", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]

FROM service AS gateway
COPY --from=web /zing/web/dist /zing/web/dist
ENV WEB_DIST=/zing/web/dist
