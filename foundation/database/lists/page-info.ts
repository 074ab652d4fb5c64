// A page of a connection, with its edges and its position (Relay Cursor Connections).

export interface Page<Node> {
  nodes: Node[]
  /** The cursor of a node of this page. */
  cursorOf(node: Node): string
  hasNextPage: boolean
  hasPreviousPage: boolean
}

// Classes, because V8 takes microseconds for an object literal with getters, and keeps what the getters
// close over, rows included, until the next full collection.

/** An item of a list; the cursor is computed when it is read. */
export class Edge<Node> {
  readonly node: Node
  readonly page: Page<Node>

  constructor(node: Node, page: Page<Node>) {
    this.node = node
    this.page = page
  }

  get cursor(): string {
    return this.page.cursorOf(this.node)
  }
}

/** The position of a page; cursors are computed when they are read. */
export class PageInfo<Node> {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly page: Page<Node>

  constructor(page: Page<Node>) {
    this.hasNextPage = page.hasNextPage
    this.hasPreviousPage = page.hasPreviousPage
    this.page = page
  }

  get startCursor(): string | null {
    const { nodes, cursorOf } = this.page
    return nodes[0] === undefined ? null : cursorOf(nodes[0])
  }

  get endCursor(): string | null {
    const { nodes, cursorOf } = this.page
    return nodes.length === 0 ? null : cursorOf(nodes.at(-1)!)
  }
}
