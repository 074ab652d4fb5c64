// Converts names: snake_case in SQL, camelCase in TypeScript.
import { CamelCasePlugin } from 'kysely'

/** Kysely's conversion, which caches every name. */
class Names extends CamelCasePlugin {
  override snakeCase(name: string): string {
    return super.snakeCase(name)
  }

  override camelCase(name: string): string {
    return super.camelCase(name)
  }
}

export const names = new Names()
