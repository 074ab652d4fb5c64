// The site of the documents: VitePress, with a search that needs no server.
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
        // Decisions and changes name everything once, and would hide the page of a task.
        miniSearch: {
          searchOptions: {
            boostDocument: (id) => (/\/decisions\/|CHANGELOG/.test(id) ? 0.25 : 1),
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
