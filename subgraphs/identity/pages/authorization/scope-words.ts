// Describes scopes to the person who allows them.

/** The words of each scope, to follow “It wants to”. Every service requires `identity`. */
export const SCOPE_WORDS = {
  openid: 'Know that it is you who signed in',
  profile: 'See your name, username and picture',
  email: 'See your e-mail address',
  offline_access: 'Stay connected while you are away',
  identity:
    'See and change your profile (your username once in 30 days), and take part for you: quests, courses, organizations, votes, trades and scrolls',
  credentials: 'See your credentials in full',
  wallet: 'See your linked wallets, link more, and unlink those that do not sign you in',
  admin:
    'Administer the ecosystem for you: register apps, mint assets, change what belongs to everybody, see everybody’s e-mail address, disable and rename people, reset their second factor, and issue codes that open their accounts',
} as const

export function scopeWords(name: string): string {
  return SCOPE_WORDS[name as keyof typeof SCOPE_WORDS]
}
