// Objects of a request whose members are made on first use: it needs a few of many loaders and peers.

/** How each member is made from what the object is for. */
type Makers<Source, Members> = {
  readonly [Name in keyof Members]: (source: Source) => Members[Name]
}

/** Returns what creates an object for a source. Each of its members is made when it is first read. */
export function lazyMembers<Source, Members extends object>(
  makers: Makers<Source, Members>,
): (source: Source) => Members {
  class Lazy {
    readonly #source: Source
    readonly #made: Partial<Members> = {}

    constructor(source: Source) {
      this.#source = source
    }

    static {
      for (const name of Object.keys(makers) as (keyof Members)[]) {
        Object.defineProperty(Lazy.prototype, name, {
          enumerable: true,
          get(this: Lazy) {
            return (this.#made[name] ??= makers[name](this.#source))
          },
        })
      }
    }
  }
  return (source) => new Lazy(source) as unknown as Members
}
