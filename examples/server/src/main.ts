// `npm start`: runs the server with the settings of the environment.
import { createApp } from './app.ts'
import { drain, keepAlive, Streams } from './connections.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
const streams = new Streams()
const server = createApp(settings, streams).listen(settings.port, (error) => {
  if (error) throw error
  console.log(`Ready: ${settings.appUrl.href}`)
})
keepAlive(server)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => drain(server, streams))
}
