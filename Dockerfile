# One image for every service and the router: the command says which one it is.
FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
# The embedded PostgreSQL is optional, and not needed where somebody runs a database.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional && npm cache clean --force
COPY content content
COPY foundation foundation
COPY rest-adapters rest-adapters
COPY router router
COPY schema/supergraph.graphql schema/openapi.json schema/asyncapi.json schema/
COPY schema/clients schema/clients
COPY schema/operations schema/operations
COPY schema/check/src/sdl/coordinates.ts schema/check/src/sdl/
COPY subgraphs subgraphs
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
# Arguments: Node takes no minimum in NODE_OPTIONS.
CMD ["node", "--min-semi-space-size=64", "--max-semi-space-size=64", "router/main.ts"]
