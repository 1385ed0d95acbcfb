import { useCallback, useEffect, useRef } from 'react'
import { type Decoder, openDecoder } from './decoder.ts'

/** Finds a code in a picture, or nothing; throws DecodingFault. */
export type ReadPicture = Decoder['read']

/** A decoder for as long as the component lives. What is asked after its end finds nothing. */
export function useDecoder(): ReadPicture {
  const decoder = useRef<Decoder>(undefined)
  useEffect(() => {
    const opened = openDecoder()
    decoder.current = opened
    return () => opened.close()
  }, [])
  return useCallback<ReadPicture>(async (picture, effort) => decoder.current?.read(picture, effort), [])
}
