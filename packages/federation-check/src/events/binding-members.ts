// The members of bindings that say where messages go and how they are read, by protocol
// (https://github.com/asyncapi/bindings at 1f418fe).
import type { Members } from './walk.ts'

/** The objects that can have bindings. */
export type Owner = 'server' | 'channel' | 'operation' | 'message'

/** The meaning of an absent member; undefined where the protocol does not say. */
type Absent = string | undefined | ((owner: Members) => unknown)

const ADDRESS: Absent = ({ address }) => address

/** The members by their paths. Lists on a path are read item by item, and their order does not matter. */
export const TARGETS: Readonly<Record<Owner, Readonly<Record<string, Absent>>>> = {
  server: {
    'ibmmq.ccdtQueueManagerName': '*',
    'kafka.schemaRegistryUrl': undefined,
    'kafka.schemaRegistryVendor': undefined,
    'pulsar.tenant': 'public',
    'solace.msgVpn': undefined,
  },
  channel: {
    'amqp.is': 'routingKey',
    'amqp.exchange.name': undefined,
    'amqp.exchange.type': undefined,
    'amqp.exchange.vhost': '/',
    'amqp.queue.name': undefined,
    'amqp.queue.vhost': '/',
    'anypointmq.destination': ADDRESS,
    'anypointmq.destinationType': 'queue',
    'googlepubsub.schemaSettings.encoding': undefined,
    'googlepubsub.schemaSettings.name': undefined,
    'ibmmq.destinationType': 'topic',
    'ibmmq.queue.objectName': undefined,
    'ibmmq.topic.objectName': undefined,
    'ibmmq.topic.string': ADDRESS,
    'jms.destination': ADDRESS,
    'jms.destinationType': 'queue',
    'kafka.topic': ADDRESS,
    'pulsar.namespace': undefined,
    'pulsar.persistence': undefined,
    'sns.name': undefined,
    'sqs.queue.fifoQueue': undefined,
    'sqs.queue.name': undefined,
    'ws.method': undefined,
  },
  operation: {
    'amqp.bcc': undefined,
    'amqp.cc': undefined,
    'http.method': undefined,
    'sns.topic.arn': undefined,
    'sns.topic.name': undefined,
    'sns.topic.url': undefined,
    'solace.destinations.destinationType': undefined,
    'solace.destinations.queue.name': undefined,
    'solace.destinations.queue.topicSubscriptions': undefined,
    'solace.destinations.topic.topicSubscriptions': undefined,
    'sqs.queues.name': undefined,
  },
  message: {
    'amqp.contentEncoding': undefined,
    'amqp.messageType': undefined,
    'googlepubsub.schema.name': undefined,
    'http.statusCode': undefined,
    'ibmmq.headers': undefined,
    'ibmmq.type': 'string',
    'kafka.schemaIdLocation': undefined,
    'kafka.schemaIdPayloadEncoding': undefined,
    'kafka.schemaLookupStrategy': undefined,
    'mqtt.contentType': undefined,
    'mqtt.payloadFormatIndicator': undefined,
  },
}

/** Members that are schemas. A value of another kind is a constant. */
export const SCHEMAS: Readonly<Record<Owner, readonly string[]>> = {
  server: [],
  channel: ['ws.headers', 'ws.query'],
  operation: ['http.query'],
  message: [
    'anypointmq.headers',
    'http.headers',
    'jms.headers',
    'kafka.key',
    'mqtt.correlationData',
    'mqtt.responseTopic',
  ],
}
