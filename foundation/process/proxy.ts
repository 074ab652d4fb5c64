// Says at the start that the proxy of the environment is not used: Node was told to use it, and its fetch would.
import { env, execArgv } from 'node:process'
import type { Log } from '#foundation/telemetry/log.ts'

const VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']
const NOT_USED =
  'The proxy of the environment is not used: the processes of the system call each other directly (decision 0048), ' +
  'and so they send logout tokens and mail.'

/** Logs the proxies that Node was told to use, without their passwords. */
export function warnOfProxy(log: Log): void {
  const isAsked = env.NODE_USE_ENV_PROXY === '1' || hasOption()
  const urls = VARIABLES.map((name) => URL.parse(env[name] ?? '')).filter((url) => url !== null)
  const proxies = new Set(urls.map(({ protocol, host }) => `${protocol}//${host}/`))
  if (!isAsked) return
  for (const proxy of proxies) log.warn({ proxy }, NOT_USED)
}

function hasOption(): boolean {
  return [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/\s+/)].includes('--use-env-proxy')
}
