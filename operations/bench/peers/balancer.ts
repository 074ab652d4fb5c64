// HAProxy in front of processes of one program, which take turns. `node operations/bench/peers/balancer.ts PORT FOLDER
// PORT-OF-A-PROCESS…`: its configuration is written to the folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const [port, folder, ...ports] = process.argv.slice(2) as [string, string, ...string[]]
const servers = ports.map((own) => `    server process-${own} 127.0.0.1:${own}`)
const CONFIGURATION = `
defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    balance roundrobin
frontend public
    bind 127.0.0.1:${port}
    default_backend processes
backend processes
${servers.join('\n')}
`
const file = join(folder, 'haproxy.cfg')
writeFileSync(file, CONFIGURATION)
// It ends with this process, which a benchmark kills.
const command = ['--pdeathsig', 'KILL', 'haproxy', '-db', '-f', file]
const balancer = spawn('setpriv', command, { stdio: ['ignore', 'ignore', 'inherit'] })
const ended = once(balancer, 'exit')

/** Whether it takes connections yet. */
async function isReady(): Promise<boolean> {
  const socket = connect(Number(port), '127.0.0.1')
  return once(socket, 'connect').then(
    () => (socket.destroy(), true),
    () => false,
  )
}
while (!(await isReady())) await Promise.race([delay(100), ended.then(() => process.exit(1))])
console.log('Ready.')
