import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'

/** Facts about a span under OpenTelemetry's names: never a person's data, a parameter or an address. */
type Attributes = Readonly<Record<string, string | number>>

const KINDS = { request: SpanKind.SERVER, call: SpanKind.CLIENT, work: SpanKind.INTERNAL }

/** Something that takes its time. */
export interface NewSpan {
  readonly name: string
  readonly kind: keyof typeof KINDS
  /** What it is a part of (W3C Trace Context); without, or unreadable, it is a trace of its own. */
  readonly traceparent: string | undefined
  readonly attributes: Attributes
}

/** A span that has begun. */
export interface OpenSpan {
  /** For what is a part of it. */
  readonly traceparent: string
  end(end: { readonly isFailed: boolean; readonly attributes?: Attributes }): void
}

/** Traces of what the wallet does. */
export interface Traces {
  begin(span: NewSpan): OpenSpan
  /** Sends what has not been sent, or says that it could not be. */
  close(): Promise<void>
}

interface Collector {
  /** Of OTLP over HTTP; spans go to `/v1/traces` of it. */
  readonly endpoint: string
  readonly service: string
  readonly version: string
  /** Hears that spans could not be sent; they are lost. */
  readonly onError: (error: unknown) => void
}

/**
 * Sends traces to a collector, some seconds' worth at a time. The other `OTEL_` variables are OpenTelemetry's own. Loading this file
 * loads its libraries, so that nobody but a wallet that has a collector does.
 */
export function openTraces({ endpoint, service, version, onError }: Collector): Traces {
  setGlobalErrorHandler(onError)
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('wallet')
  return {
    begin({ name, kind, traceparent, attributes }) {
      const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
      const place = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
      return opened(tracer.startSpan(name, { kind: KINDS[kind], attributes }, place))
    },
    close: () => provider.shutdown().catch(onError),
  }
}

function opened(span: Span): OpenSpan {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    end({ isFailed, attributes = {} }) {
      span.setAttributes(attributes)
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}
