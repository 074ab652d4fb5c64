// The scripts of the apps, bundled as a development server delivers them.
import { readFileSync } from 'node:fs'
import { build, type Plugin } from 'vite'

const PAGE = new URL('../../../examples/web/docs/single-page.md', import.meta.url)
/** Where the code of the page is for the bundler: nothing is written. */
const DOCUMENTED = `${import.meta.dirname}/documented-`

/** The code of the page, for a system and client other than those that it names. */
export interface Documented {
  issuer: string
  router: string
  clientId: string
}

/** Gives the bundler the files of the page, whose first line names each. */
function documentedFiles({ issuer, router, clientId }: Documented): Plugin {
  const page = readFileSync(PAGE, 'utf8')
    .replaceAll('http://localhost:7000', issuer)
    .replaceAll('http://localhost:4000', router)
    .replaceAll("'CLIENT'", `'${clientId}'`)
  const blocks = page.matchAll(/^```tsx?\n\/\/ (\S+): ([^]*?)^```$/gm)
  const files = new Map(
    [...blocks].map(([, name, code]) => [DOCUMENTED + name, `// ${code}`] as const),
  )
  return {
    name: 'documented-files',
    resolveId: (id, importer) => {
      const isInPage = importer?.startsWith(DOCUMENTED) && id.startsWith('./')
      const path = isInPage ? DOCUMENTED + id.slice(2) : id
      return files.has(path) ? path : null
    },
    load: (id) => files.get(id),
  }
}

/** Bundles by path. */
export function bundle(names: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const entries = [...names].map((name) => [name, `${import.meta.dirname}/${name}.js`])
  return bundled(Object.fromEntries(entries))
}

/** The bundle of the code in examples/web/docs/single-page.md. */
export function bundleDocumented(
  name: string,
  documented: Documented,
): Promise<ReadonlyMap<string, string>> {
  return bundled({ [name]: `${DOCUMENTED}main.tsx` }, [documentedFiles(documented)])
}

async function bundled(
  input: Record<string, string>,
  plugins: Plugin[] = [],
): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
    plugins,
    root: import.meta.dirname,
    mode: 'development',
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        // Angular's compiler is imported for its effect alone.
        treeshake: false,
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  return new Map(
    outputs.flatMap((each) => (each.type === 'chunk' ? [[`/${each.fileName}`, each.code]] : [])),
  )
}
