# One image for every service and the router: the command says which one it is. It has no shell, no package manager and
# no build tools: docs/operations/kubernetes.md lists what is in it.
FROM node:26-slim AS packages
WORKDIR /app
# The embedded PostgreSQL is optional, and not needed where somebody runs a database.
COPY package.json package-lock.json ./
# Types and source maps are two fifths of the packages, and nothing reads them.
RUN npm ci --omit=dev --omit=optional && find node_modules -name '*.map' -delete -o -name '*.d.*ts' -delete
RUN mkdir data

FROM gcr.io/distroless/nodejs26-debian13
ENV PATH=/nodejs/bin NODE_ENV=production HOST=:: DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY content content
COPY foundation foundation
COPY rest-adapters rest-adapters
COPY router router
COPY schema/supergraph.graphql schema/openapi.json schema/asyncapi.json schema/
COPY schema/clients schema/clients
COPY schema/operations schema/operations
COPY subgraphs subgraphs
# The user `node` of earlier images, to whom the files in a volume belong. Kubernetes wants a number.
COPY --from=packages --chown=1000:1000 /app/data /data
USER 1000:1000
VOLUME /data
ENTRYPOINT []
# Arguments: Node takes no minimum in NODE_OPTIONS.
CMD ["node", "--min-semi-space-size=64", "--max-semi-space-size=64", "router/main.ts"]
