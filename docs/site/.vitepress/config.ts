// The site of the documents: VitePress, with a search that needs no server. It renders the files where they are, as GitHub
// shows them. Docusaurus reads Markdown as MDX, where `{id_base_url}` and `<timestamp>` are code, and has no search of its
// own. Starlight wants pages in its folder with a title in front matter. MkDocs needs Python.
import { relative } from 'node:path'
import { defineConfig } from 'vitepress'
import { copyLinkedFiles, rewriteLinks, slugify } from '../links.ts'
import { listOtherMarkdown, listPages, ROOT, sidebar } from '../pages.ts'

const pages = listPages()

export default defineConfig({
  title: 'Ecosystem',
  description: 'Eight federated GraphQL services, with the documented REST paths.',
  srcDir: ROOT,
  srcExclude: listOtherMarkdown(),
  outDir: 'dist',
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  ignoreDeadLinks: 'localhostLinks',
  metaChunk: true,
  // The pages lie outside this folder, where Vite finds no packages.
  vite: {
    plugins: [
      {
        name: 'vue-of-this-folder',
        enforce: 'pre',
        resolveId: (id, _importer, { ssr }) =>
          ssr && /^vue(\/server-renderer)?$/.test(id) ? { id, external: true } : undefined,
      },
    ],
  },
  markdown: {
    anchor: { slugify },
    config: rewriteLinks(pages),
  },
  themeConfig: {
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // Decisions and changes name everything, and would hide the page of a task.
            boostDocument: (id) =>
              /\/decisions\/|CHANGELOG/.test(id) ? 0.25 : /\/(guides|contract)\//.test(id) ? 2 : 1,
          },
        },
      },
    },
  },
  buildEnd({ outDir }) {
    copyLinkedFiles(outDir)
    console.log(
      `The site is in ${relative(ROOT, outDir)}. Read it: npm run serve --prefix docs/site`,
    )
  },
})
