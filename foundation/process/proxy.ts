// Warns at startup when Node is configured to use the environment's proxy, because this system does not use it.
import { env, execArgv } from 'node:process'
import type { Log } from '#foundation/telemetry/log.ts'

const VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']
const NOT_USED =
  'The proxy of the environment is not used: processes call each other, and send logout tokens and mail, ' +
  'directly.'

/** Logs the proxies that Node is configured to use, without their passwords. */
export function warnOfProxy(log: Log): void {
  if (env.NODE_USE_ENV_PROXY !== '1' && !hasProxyOption()) return
  const urls = VARIABLES.map((name) => URL.parse(env[name] ?? '')).filter((url) => url !== null)
  const proxies = new Set(urls.map(({ protocol, host }) => `${protocol}//${host}/`))
  for (const proxy of proxies) log.warn({ proxy }, NOT_USED)
}

function hasProxyOption(): boolean {
  return [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/\s+/)].includes('--use-env-proxy')
}
