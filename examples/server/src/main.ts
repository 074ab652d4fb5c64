// `npm start`: runs the server with the settings of the environment.
import { createApp } from './app.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
const server = createApp(settings).listen(settings.port, (error) => {
  if (error) throw error
  console.log(`Ready: ${settings.appUrl.href}`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close()
    // Streams have no end of their own; their readers subscribe again.
    server.closeAllConnections()
  })
}
