// The demo packs, which fill the services at the first start.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ContentFile } from '#foundation/content/kind.ts'
import { readYaml } from './yaml.ts'

/** The demo pack of a service, which may have none. A test proves that each fits the JSON Schema. */
export async function readDemoContent(service: string): Promise<ContentFile[]> {
  const path = fileURLToPath(new URL(`demo/${service}.yaml`, import.meta.url))
  if (!existsSync(path)) return []
  const { value } = readYaml(await readFile(path, 'utf8'))
  return [{ name: `content/demo/${service}.yaml`, lists: value as ContentFile['lists'] }]
}
