// Why two schemas cannot be compared by instances.

export class Undecided extends Error {}
