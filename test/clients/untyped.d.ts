// Libraries without types, as far as the tests use them.
declare module 'passport-openidconnect' {
  export class Strategy {
    constructor(
      options: Record<string, unknown>,
      verify: (
        issuer: string,
        profile: Profile,
        done: (error: unknown, user: Profile) => void,
      ) => void,
    )
    authenticate(req: object, options: object): void
    redirect(url: string): void
    success(user: Profile): void
    fail(challenge: unknown): void
    error(error: unknown): void
  }
  export interface Profile {
    id: string
    displayName?: string
    username?: string
  }
}

declare module 'simple-oauth2' {
  interface Options {
    client: { id: string; secret: string }
    auth: Record<string, string>
  }
  interface AccessToken {
    token: { access_token: string; refresh_token: string; scope?: string }
    expired(): boolean
    refresh(): Promise<AccessToken>
    revoke(type: 'access_token' | 'refresh_token'): Promise<void>
  }
  export class AuthorizationCode {
    constructor(options: Options)
    authorizeURL(parameters: Record<string, string>): string
    getToken(parameters: Record<string, string>): Promise<AccessToken>
  }
  export class ClientCredentials {
    constructor(options: Options)
    getToken(parameters: Record<string, string>): Promise<AccessToken>
  }
}
