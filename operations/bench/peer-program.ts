// The programs of operations/bench/peers, each on a port of its own.
import { freePorts } from '#test/ports.ts'
import { PROJECT, type Stage } from './programs.ts'

export interface PeerProgram {
  pid: number
  origin: string
}

/** Starts `operations/bench/peers/<program>.ts PORT …args` as in production. */
export async function startPeer(
  stage: Stage,
  program: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<PeerProgram> {
  const [port] = (await freePorts(1)) as [number]
  const production = { NODE_ENV: 'production', ...settings }
  const command = [`operations/bench/peers/${program}.ts`, String(port), ...args]
  const pid = await stage.start(command, production, PROJECT)
  return { pid, origin: `http://127.0.0.1:${port}` }
}
