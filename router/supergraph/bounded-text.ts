// Reads the text of a supergraph, up to a size that no honest one has.

export const MAX_SUPERGRAPH_BYTES = 16 * 1024 * 1024

/** The text of a stream, without a byte order mark. @throws when it is too large */
export async function boundedText(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > MAX_SUPERGRAPH_BYTES) {
      throw new Error(`it has more than ${MAX_SUPERGRAPH_BYTES} bytes`)
    }
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
