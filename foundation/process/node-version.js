// Says so, before anything else runs, when the Node of this project is not the one running.
// Plain JavaScript that every Node understands: the rest of the project is not.
const major = Number(process.versions.node.split('.')[0])
if (major < 26) {
  console.error(
    `This project runs on Node 26 or later, and this is Node ${process.versions.node}.\n` +
      'npm scripts use the Node that `npm ci` installs with the project. It is missing when ' +
      'install scripts were switched off (--ignore-scripts): run `npm ci` again with them on.',
  )
  process.exit(1)
}
