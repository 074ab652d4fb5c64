// `npm run pictures`: takes the pictures of docs/pictures.
import config from './vitest.config.ts'

config.test!.include = ['test/browser/pictures.ts']
export default config
