import { useEffect, useState } from 'react'

/** How long a gain is highlighted, in milliseconds. */
const shownFor = 2000

/** Returns the points gained within the last two seconds, or undefined. */
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
