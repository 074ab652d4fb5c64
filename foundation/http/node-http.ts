// Node's HTTP module. An import of `node:http` would also load Node's fetch and WebSocket, because it reads every
// name: 5 MiB, and a twentieth of a start.

export const http = process.getBuiltinModule('node:http')
