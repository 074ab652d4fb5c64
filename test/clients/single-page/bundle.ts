// The scripts of the apps, bundled as a development server delivers them.
import { build } from 'vite'

/** Bundles by path. */
export async function bundle(names: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
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
        input: Object.fromEntries(
          [...names].map((name) => [name, `${import.meta.dirname}/${name}.js`]),
        ),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  return new Map(
    outputs.flatMap((each) => (each.type === 'chunk' ? [[`/${each.fileName}`, each.code]] : [])),
  )
}
