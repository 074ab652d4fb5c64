// What a process sees of the system that it runs in.
/** Says who runs, what is there, and which places it can write. */
export const INSIDE = `
  const read = (file) => fs.readFileSync(file, 'utf8')
  const canWrite = (folder) => {
    try {
      fs.writeFileSync(folder + '/probe', '')
      return true
    } catch {
      return false
    }
  }
  const programs = fs.globSync('/{bin,sbin,usr/bin,usr/sbin,usr/local/bin,nodejs/bin}/*')
  const folders = ['/', '/app', '/app/node_modules', '/data', '/tmp', '/nodejs', '/lib', '/etc']
  console.log(JSON.stringify({
    user: [process.getuid(), process.getgid()].join(':'),
    status: read('/proc/self/status'),
    writable: folders.filter(canWrite),
    programs,
  }))
`
