// Fails with a message when another version of Node runs. Plain JavaScript, unlike the rest of the project, so that
// every Node can run it.
const major = Number(process.versions.node.split('.')[0])
if (major < 26) {
  console.error(
    `This project needs Node 26 or later, but this is Node ${process.versions.node}.\n` +
      'npm scripts use the Node that `npm ci` installs with the project. It is missing when ' +
      'install scripts were switched off (--ignore-scripts): run `npm ci` again with them on.',
  )
  process.exit(1)
}
