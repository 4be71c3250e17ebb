import { useEffect, useState } from 'react'

/** How long points gained stay green, in milliseconds. */
const shownFor = 2000

/** Points gained just now; undefined when the last gain is a while ago. */
export function useRecentGain(points: number): number | undefined {
  const [last, setLast] = useState(points)
  const [gain, setGain] = useState<{ points: number }>()
  if (points !== last) {
    setLast(points)
    setGain(points > last ? { points: Math.round((points - last) * 10) / 10 } : undefined)
  }
  useEffect(() => {
    if (gain === undefined) return
    const timer = setTimeout(() => setGain(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [gain])
  return gain?.points
}
