// What the benchmark uses of oidc-provider, which ships no types.
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  interface Entity {
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    Client: { find(id: string): Promise<object | undefined> }
    Grant: new (
      grant: object,
    ) => Entity & { addResourceScope(resource: string, scope: string): void }
    RefreshToken: new (token: object) => Entity
  }
}
