// Which of several calls wait for each other, by when they begin and end.

/** Numbers calls by wave: a call belongs to the wave after the last one that has ended. */
export class Waves {
  #ended = -1

  next(): number {
    return this.#ended + 1
  }

  end(wave: number): void {
    this.#ended = Math.max(this.#ended, wave)
  }
}
