// What stands for a person without a profile image: two colours, and initials.

/** Base and stripe of each pair; white text has a contrast of 4.8 to 7.8 on both. */
export const avatarPalette = [
  { name: 'petrol', base: '#0A5C63', stripe: '#147078' },
  { name: 'blue', base: '#1F55B5', stripe: '#2F66C6' },
  { name: 'violet', base: '#7A3FA0', stripe: '#8A50B0' },
  { name: 'raspberry', base: '#A82A5B', stripe: '#B63C6C' },
  { name: 'brick', base: '#B3402A', stripe: '#BE4E38' },
  { name: 'amber brown', base: '#8A5200', stripe: '#965E0C' },
  { name: 'olive', base: '#4E6B12', stripe: '#5A781F' },
  { name: 'green', base: '#17693A', stripe: '#267848' },
  { name: 'slate', base: '#3F5560', stripe: '#4D6470' },
  { name: 'indigo', base: '#5546B8', stripe: '#6557C6' },
] as const

/** FNV-1a over the UTF-16 units, then murmur's final mix, so that ids that differ only in the last character spread. */
const hashId = (id: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Returns the colours of a person's avatar and the positions of its stripes (0 to 1 of the width). */
export const avatarColors = (id: string) => {
  const hash = hashId(id)
  const pair = avatarPalette[hash % avatarPalette.length] ?? avatarPalette[0]
  return { ...pair, offset: ((hash >>> 8) % 100) / 100 }
}

/** Returns the first letters of the name, at most two; "?" for an empty name. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '')
  return letters.join('').toUpperCase() || '?'
}
