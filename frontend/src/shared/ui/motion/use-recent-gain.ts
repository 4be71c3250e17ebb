import { useEffect, useState } from 'react'

/** How long a gain is highlighted, in milliseconds. */
const highlightMs = 2000

/** Returns the points that were just gained, for `highlightMs`; undefined otherwise. */
export function useRecentGain(points: number): number | undefined {
  const [lastPoints, setLastPoints] = useState(points)
  const [gain, setGain] = useState<{ points: number }>()
  if (points !== lastPoints) {
    setLastPoints(points)
    setGain(points > lastPoints ? { points: Math.round((points - lastPoints) * 10) / 10 } : undefined)
  }
  useEffect(() => {
    if (gain === undefined) return
    const timer = setTimeout(() => setGain(undefined), highlightMs)
    return () => clearTimeout(timer)
  }, [gain])
  return gain?.points
}
