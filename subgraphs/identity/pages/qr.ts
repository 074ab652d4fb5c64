// QR codes, drawn locally so that nobody else sees their content.

export interface QrCode {
  /** Modules per side, including the quiet zone. */
  size: number
  /** The dark modules, as an SVG path. */
  path: string
}

/** Loads the library on first use. */
export async function qrCode(text: string): Promise<QrCode> {
  const { encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: path.join('') }
}
