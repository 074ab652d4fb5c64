// Settings are environment variables. The folder that reads one declares it, with its meaning and default.

export type Environment = Record<string, string | undefined>

/** An invalid setting. The message names the variable and the values it may have. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** Parses the value of a variable. */
export interface ValueParser<Value> {
  /** The default and the bounds, as the manual shows them in parentheses. */
  shown?: string | undefined
  /** @param value without surrounding white space; undefined if it is empty. @throws SettingError if it is invalid */
  read: (name: string, value: string | undefined, env: Environment) => Value
}

export interface Setting<Value = unknown> extends ValueParser<Value> {
  name: string
  /** What it is for, in Markdown without links. */
  about: string
}

export function setting<Value>(
  name: string,
  about: string,
  parser: ValueParser<Value>,
): Setting<Value> {
  return { name, about, ...parser }
}

/** The settings of a folder. */
export interface Settings<Values> {
  declared: readonly Setting[]
  /** @throws SettingError for the first invalid value */
  read: (env: Environment) => Values
}

type Group = Readonly<Record<string, Setting>>

type ValuesOf<Members extends Group> = {
  [Name in keyof Members]: Members[Name] extends Setting<infer Value> ? Value : never
}

/** Declares the settings of a folder. @param complete checks values together, or derives others from them */
export function defineSettings<Members extends Group, Values = ValuesOf<Members>>(
  members: Members,
  complete = (values: ValuesOf<Members>, _env: Environment) => values as unknown as Values,
): Settings<Values> {
  const read = (env: Environment) =>
    Object.entries(members).map(([member, declared]) => [member, valueOf(env, declared)])
  return {
    declared: Object.values(members),
    read: (env) => complete(Object.fromEntries(read(env)) as ValuesOf<Members>, env),
  }
}

/** The value of one setting. @throws SettingError if it is invalid */
export function valueOf<Value>(env: Environment, { name, read }: Setting<Value>): Value {
  const value = env[name]?.trim()
  return read(name, value === '' ? undefined : value, env)
}

export function isProduction({ NODE_ENV }: Environment): boolean {
  return NODE_ENV === 'production'
}
