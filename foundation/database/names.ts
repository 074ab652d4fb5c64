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

const names = new Names()

export function snakeCase(name: string): string {
  return names.snakeCase(name)
}

export function camelCase(name: string): string {
  return names.camelCase(name)
}
