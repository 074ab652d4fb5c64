// The settings of the server, read from the environment once at the start.

export interface Settings {
  /** The port to listen on. */
  port: number
  /** Where the browser sees this server, without a path: `https://app.example`. */
  appUrl: URL
  /** The ID service, which signs people in. */
  issuer: URL
  /** Where GraphQL requests are sent, such as `http://localhost:4000/graphql`. */
  routerUrl: URL
  clientId: string
  clientSecret: string
  /** Seals the cookies. While you rotate it, set two, the new one first. */
  sessionSecrets: readonly string[]
  /** The folder of the built app. Undefined while another server, such as Vite's, serves the app. */
  appFolder: string | undefined
  /** The proxies whose `X-Forwarded-For` counts, as Express takes them. */
  trustProxy: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** @throws with the name of a setting that is missing or malformed */
export function readSettings(env: Environment): Settings {
  const port = Number(env.PORT ?? 8080)
  const folder = env.APP_FOLDER ?? new URL('../../web/dist', import.meta.url).pathname
  return {
    port,
    appUrl: readUrl(env, 'APP_URL', `http://localhost:${port}`),
    issuer: readUrl(env, 'ISSUER', 'http://localhost:7000'),
    routerUrl: readUrl(env, 'ROUTER_URL', 'http://localhost:4000/graphql'),
    clientId: readText(env, 'CLIENT_ID'),
    clientSecret: readText(env, 'CLIENT_SECRET'),
    sessionSecrets: readSecrets(env),
    appFolder: folder === '' ? undefined : folder,
    trustProxy: env.TRUST_PROXY,
  }
}

function readText(env: Environment, name: string): string {
  const text = env[name]
  if (!text) throw new Error(`${name} is missing. See README.md for the settings.`)
  return text
}

/** In production every address is `https`, except on this machine. */
function readUrl(env: Environment, name: string, fallback: string): URL {
  const text = env[name] ?? (env.NODE_ENV === 'production' ? readText(env, name) : fallback)
  if (!URL.canParse(text)) throw new Error(`${name} must be an address such as ${fallback}.`)
  return new URL(text)
}

function readSecrets(env: Environment): string[] {
  const secrets = readText(env, 'SESSION_SECRET').split(',')
  if (secrets.every((secret) => secret.length >= 32)) return secrets
  throw new Error('SESSION_SECRET must have at least 32 characters: openssl rand -hex 32')
}
