import { useEffect, useRef } from 'react'

/**
 * Asks the phone for the code of an arriving SMS (WebOTP), if the browser supports it; elsewhere nothing happens. Stops when
 * `isWanted` turns false and when the component unmounts.
 */
export function useOneTimeCode(isWanted: boolean, received: (code: string) => void): void {
  const latest = useRef(received)
  useEffect(() => {
    latest.current = received
  })
  useEffect(() => {
    if (!isWanted || !('OTPCredential' in window)) return
    const stop = new AbortController()
    const request: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ['sms'] },
      signal: stop.signal,
    }
    navigator.credentials
      .get(request)
      .then((credential) => {
        if (credential && 'code' in credential && typeof credential.code === 'string') latest.current(credential.code)
      })
      // Refused, aborted or no SMS: the person types the code.
      .catch(() => undefined)
    return () => stop.abort()
  }, [isWanted])
}
