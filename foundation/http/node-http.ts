// Node's HTTP module. An import of `node:http` would also load Node's fetch and WebSocket, because it reads every
// export: 5 MiB, and 5 % of a start.

export const http = process.getBuiltinModule('node:http')
