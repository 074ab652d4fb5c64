// The passwords that everybody tries first (the list of zxcvbn), loaded when somebody first chooses one.

let known: Promise<ReadonlySet<string>> | undefined

/** True for a common password, and for one that is made of it with digits or signs around it. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const passwords = await (known ??= load())
  const text = password.toLowerCase()
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return passwords.has(text) || passwords.has(core)
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
