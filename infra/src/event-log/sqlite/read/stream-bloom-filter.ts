const leastBits = 2 ** 21
const bitsPerName = 32
const looks = 4

/**
 * Tells streams that certainly hold nothing without asking the file: most first hand-ins and sign-ups read a stream that
 * is not there yet. A Bloom filter (Burton Bloom, 1970) with double hashing (Kirsch and Mitzenmacher, 2006): `mayHold` is
 * never wrongly false; wrongly true about once in a thousand names, and oftener when names outgrow what was expected.
 */
export function streamBloomFilter(names: Iterable<string>, expected: number) {
  const size = 2 ** Math.ceil(Math.log2(Math.max(leastBits, expected * bitsPerName)))
  const bits = new Uint32Array(size / 32)

  function add(name: string) {
    let place = hash(name, 0x811c9dc5)
    const step = hash(name, 0x01000193) | 1
    for (let look = 0; look < looks; look++, place = (place + step) >>> 0) {
      const bit = place & (size - 1)
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31))
    }
  }

  for (const name of names) add(name)
  return {
    /** Takes a stream that holds something from now on. */
    add,
    /** Whether a stream may hold something; `false` is certain. */
    mightContain(name: string): boolean {
      let place = hash(name, 0x811c9dc5)
      const step = hash(name, 0x01000193) | 1
      for (let look = 0; look < looks; look++, place = (place + step) >>> 0) {
        const bit = place & (size - 1)
        if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false
      }
      return true
    },
  }
}

export type StreamBloomFilter = ReturnType<typeof streamBloomFilter>

/** FNV-1a over UTF-16 units, mixed at the end so that names which differ in their last letter lie far apart. */
function hash(text: string, seed: number): number {
  let value = seed
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
