// Objects whose members are created on first use, because a request needs few of its many loaders and peers.

/** Creates each member from the source of the object. */
type Makers<Source, Members> = {
  readonly [Name in keyof Members]: (source: Source) => Members[Name]
}

/** Returns a function that creates an object for a source. Each member is created when it is first read. */
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
