"""What each word weighs. Written by `python -m tests.poison.weigh`, which learns it."""

WORDS = (
',to another,^ checks,are refused,as data,=secret=not:ask,booked,signs,translated,^ takes,before they,charged,wages,'
'^ updates,be done,exports,^ uses,not proceed,the child,aren,fare,informe,plugins,the rate,^ looks,^ sets,as text,'
'below the,by hand,is set,prices,rules of,seem,the sheet,would be,^ sends,change to,ping,to them,user mailbox,^ posts,'
'as pdf,ask about,config file,neighbour,officer,with your,^ hides,an id,asks the,is logged,not read,reached,trip,'
'audit log,bidders,gcloud,has expired,id that,morning,number is,operators,respect,searched,set in,takes effect,=know=do:tell,'
'^ gets,^ password,^ summary,inside,it when,original,quotes,resets,shopify,stop and,truncated,=secret=not:show,allergies,'
'bugs,colour,death,grid,handle,informed,instructio for,liked,member,one for,refreshed,shows,staff,where you,^ must,'
'^ removes,columns,directory of,disables,follow up,height,into account,is done,is known,is signed,lines of,mypermset,'
'name is,passed to,prevents,see the,summarises,that says,the certificat,the goal,tools to,zuerst,=when=do:tell,^ requires,'
'are done,as in,cursor,datum,delivery,downloadin,error with,estimates,folder of,off in,once per,rate limits,server side,'
'their own,this project,timeline,word document,=when=not:tell,^ copy,^ makes,age,cellar,databases,demandez,for code,'
'indexed,moves,permission set,pushes,receipt,this should,try to,window,authority,before you,frage,other than,plate,'
'rotate,their name,this file,user before,user may,前请,=param=itself,^ deletes,^ documents,^ exports,about what,are replaced,'
'as markdown,be in,close the,could not,dangerous,declines,fake,first line,for an,going,human readable,merge commit,'
'message of,names that,never run,pause,phones,relatives,ride,scripts,signature,slot,the reason,they can,this api,'
'to other,totals,tour,user can,values are,while it,^ email,^ finds,^ headers,all tags,are skipped,as done,ask before,'
'because it,checked,component code,developers,documentat,edits,full promotion,is there,months,not have,one call,'
'one sentence,only for,only if,only to,photos,public key,run one,schema and,summarize,the picture,theirs,train,^ opens,'
'^ works,access to,and link,approvalid,calendars,complained,describes,drivers,explains,force the,is closed,loan,'
'mcp server,message should,not follow,of tool,off for,prefer this,rejects,sheet,simulates,starts,stolen,templates,'
'that have,the alias,the channel,unset,=know=ignore,=secret=not,^ contact,^ step,^ writes,aloud,and when,are hidden,'
'by mail,couple,covers,days,discarded,employee,except,file from,has not,inspector,is changed,its id,jury,lets,may contain,'
'menu,of user,own words,ports,question about,reference,so use,the inspector,third parties,through the,thumbnails,'
'to ask,touches,unwanted,used if,when to,will fail,you need,=guard=url,^ gives,^ lists,^ mail,^ reason,all members,'
'amounts,an incident,another tool,as such,asks you,billed,cheaper,classified,discharge,dog,drops,explicitly,if user,'
'jobs,makes the,names are,of conversati,password is,promotion,recipe,redacted,rules for,run for,runs in,sdk,six,'
'skippedpro,state of,succeed,the connected,the cursor,the search,times are,wasn,year,=ignore=quietly,=itself=do:take,'
'^ cookies,^ deprecated,^ runs,^ silent,allows,any instructio,class,cli,confirms,country,dates,driver,enter the,'
'expert,file system,frost,get all,guess,individual,is complete,is returned,keeps the,know the,not already,off by,'
'only with,override,reserve,ring,sea,sheets,sim,speaker,specifical,the group,the story,threadid,to change,toolkit,'
'treat it,trying,wait,with one,=all=do:tell,^ anonymous,^ items,^ large,before sending,called by,cards,declares,'
'destroyed,donor,error and,in to,it will,list and,listed in,mcp client,minimum,newer,numbers are,or any,phrases,'
'printed,prompt to,result is,schedule,sets,steps in,summarise the,sunday,temperatur,the source,to approve,user know,'
'when not,with another,если,^ copies,^ examples,^ interest,^ replaces,accepts,app,approvals,are kept,autonomous,'
'boost,consignor,content as,dictionary,either,first one,guests,hub,is more,is reached,job is,lesson,level for,log of,'
'needs the,not available,not needed,page by,passed as,player,privilege,problems,read from,read only,rooms,safe,save it,'
'shelf,shown to,still,tagged,the authorizat,twice,volume,was last,when an,without an,=reply=do:move,^ both,^ compare,'
'^ does,^ hint,^ question,^ standard,abroad,allergens,and tell,are checked,are given,as json,authorizat header,black,'
'blind,bulk,by prefix,bypassing,changes in,characters are,come from,duty,eight,encodes,english,friday,full result,'
'grants,have one,how to,identifian,not make,notified,of pages,one at,only and,page is,papers,partners,pendingapp,'
'radio,red,related,responsibl,self,street,text that,that do,that were,that will,the map,the org,to install,to word,'
'tool name,um,user prompt,wants to,ways,without any,zone,しま,ます,^ our,^ tells,adds an,after calling,be found,code to,'
'compares,confirmati before,degrees,exported,guessing,is configured,it cannot,it has,lift,messages to,mode only,'
'newest first,not pass,not recommende,not returned,number with,of task,on an,or when,owners,progress,prompt of,publishes,'
'quick,range is,scholar,short,signatures,sounds,template,the language,the payment,the waiting,top of,transcript of,'
'user which,your account,=deed=brand,=secret=path,^ everything,^ executes,^ how,^ payments,^ see,^ shares,already exists,'
'an app,and get,and to,backend,base encoded,be empty,belong to,bid,books,champion,change notificati,datasets,deletes the,'
'enforcemen,false to,fire,for confirmati,genuinely,hourly,if provided,in at,insights,is clean,is shared,is up,keywords,'
'linked to,may include,meter,near,only set,or to,outlook,parent,permit,production environmen,providers and,pushed,'
'returns its,saves,scans,shares the,shows the,text as,the recording,the stored,this allows,time zones,to access,'
'touching,untrusted,within allowed,zones,спросите,^ compares,^ exact,^ forward,^ installs,^ is,^ loads,^ shows,^ 用户,'
'agent instructio,agents md,always returned,at or,attempt,code and,configurat for,demand,dependenci,download the,'
'encrypted,entry in,environmen variable,follow instructio,for people,frames,ids,if in,in your,installs,intent,large,'
'mart,needs,not guess,of resources,offers,only need,only once,orientatio,overwrite existing,placeholde,prepares,'
'prompt for,providers,recall,reports,revokes,sealed,sentences,smallest,table in,tank,term,that fits,this over,three times,'
'to store,use create,user names,user question,viewer,visit,your app,=ask=sink,=ignore=do:move,=know=other,=secret=private,'
'^ always,^ confidenti,^ logs,^ scans,^ stops,^ weight,account of,adjuster,aliases,and copy,and why,approves,at most,'
'barcode,bare,check whether,data is,dataset,eur,explicit,fetching the,find in,find the,get username,interactiv,it returns,'
'javascript,manually,medium,officers,offset,or no,output to,pairs,players,preference,releases,resets the,run all,'
'secret alerts,serious,sponsor,suite,the dashboard,the others,the team,this week,trigger,up to,uri,url is,use for,'
'user agreed,=every=not:show,^ has,anonymous,are read,authoritat,brief,cached,call returns,came from,can,cleaner,'
'compared,condition,consider using,cook,dedicated,draws,each step,email or,estimate,extract the,file must,filterable,'
'floor,foo,food,for tests,forgotten,forms,freshnesss,goal,granular,healthy,imports,is waiting,it back,it changes,'
'it over,leaves the,locks,maxpages,mustn,or make,packages,parish,persistent,planned,prefer the,previous page,raw,'
'relevant,removed,result in,say so,scene,sentence,sides,signed in,song,sound,switches,takes precedence,terminate,'
'the actual,the door,the input,thirty,thread,throttling,time for,title and,to deploy,tokens are,tool before,trashed,'
'true to,user or,waiting,world,your local,=bcc,=destroy=secret,=ignore=do:tell,=not:obey,=not:put,=not:weaken,=param=url,'
'=secret=softpath,=tool=softpath,^ explains,^ filters,^ press,^ rules,^ verify,action type,address book,administra rights,'
'again until,aggregated,all tests,an object,and no,and what,are returned,arrival,associatio,be displayed,before it,'
'binary,calculates,catalogue,characters,chart,confident,contentbyt,convention,counted,create one,deaccessio,direct,'
'emergency,for small,for user,fulfill,gaps,generator,hands,in from,informatio from,internet,is saved,lawyer,legal,'
'not skip,org is,pitch,plays,policies,reliable,rule,separate,specify,spent,teacher,teachers,the form,them and,this cannot,'
'to update,token for,tracked,true the,unclear,untracked files,values from,versioned,waits,watcher,when true,wrapped,'
'xx,yesterday,=inner=not,=not:deceive,=private=do:run,=private=sink,=sink=every,^ api,^ count,^ creates,^ explain,'
'^ labels,^ mails,^ pages,^ ranked,^ release,access keys,air,al usuario,all events,allows you,also returns,an alert,'
'and code,and then,are written,as returned,attach file,attendance,both,cannot,changes the,changing,content to,credits,'
'deep,descriptio for,docs,document with,domains,don have,environmen,exclusions,files are,from its,get an,github repository,'
'guaranteed,handles,in base,inside the,interpreta,is optional,it must,its key,leaving,lists,local file,locally,look up,'
'mail is,memories,neither,nodes,not include,old one,only on,or more,otherwise,page with,pending,personal,plan apply,'
'police,pos,power,profiles,read or,ready,remote branch,remote devices,repo,results in,return only,reviewed,scale,'
'session to,sex,signing,stopped,taken from,the column,the game,these are,to scan,to those,tool whenever,tracks,untracked,'
'used as,warn,weapons,weeks,you get,=itself=url,=obey=all,=order=do:run,=user=not:show,^ adds,^ agent,^ available,'
'^ border,^ ip,^ rows,^ tests,account to,actual,affected,an agent,answers with,applies,area,asks to,at any,be copied,'
'best practices,bicycle,border,broker,call list,call now,cell,certain,confirm true,connectivi,counter,countries,'
'dbt,deposit,distance,editing,equal,expire,file and,filter for,flowers,general,giving,hasn,identify,ignores,index to,'
'injected,it may,leave empty,linter,linux,listed,lists the,lwc component,mobile,note is,number format,of lines,omitted,'
'ordering,overwrites,paper,pipeboard,practices,preferred,price,protected,questions that,replaces the,resolves,sam build,'
'sequence,shift,similar,sold,tell the,tests in,text in,that has,the object,this many,this on,this property,time zone,'
'to follow,to help,true for,use search,user explicitly,user query,user request,withdrawal,workbook,=private=not,'
'^ continue,^ download,^ downloads,^ files,^ manage,^ stores,alias,an account,api,are in,as string,attacks,be changed,'
'be present,beside,blank,by default,capture,combinatio,consider the,destroy,disappear,driveitem,empty for,evening,'
'expect,filter and,filter results,first if,flags,for use,for when,form is,formatted,get one,gives,gmail,ids in,injection,'
'intend,is limited,is made,is true,isn,it exists,lease,leave out,letter codes,messaging,metres,min,note this,numeric,'
'of line,output file,paragraph to,pet,planning,query with,region,remarks,renamed,resort,return all,sections,sells,'
'series,site,so you,specify the,systems,the approval,the numbers,the start,the subscripti,to show,to switch,unit,'
'units,updates the,user asks,want the,water,will return,with curl,=code=do:move,=do:put=not:ask,=ignore=param,=ignore=private,'
'=money=order,=talk=user,^ approves,^ credential,^ raw,^ review,^ short,^ some,^ warning,advertiser,alerting,and descriptio,'
'and save,and will,apps,are masked,attachment and,authentica user,authentica with,buckets,car,carrying,code generation,'
'completion,covered,crontab,deletes,didn,dry,dry run,empties,evaluation,fewer,fields,first when,for those,gathers,'
'gt,headers to,inhalt,is one,is sent,kills,lastrunsta,link to,local filesystem,localpath,logs for,lookback,making,'
'manage,match,merchant,message from,microsoft,my,name as,next page,noon,notifies,nurse,of attachment,opaque,organisati,'
'pension,playbook,prompt example,pulls,quarter,range of,rely,severities,shown in,sick,storage,syntax,taskmaster,'
'that they,the analysis,the item,the original,the screenshot,theft,to look,to start,tone,tools of,unix,utc,with search,'
'wrong,you specify,=ask=not:tell,=ask=param,=know=guard,=not:ignore,=oblige=not:ask,=persist=when,=seen already,'
'^ are,^ changes,^ context,^ existing,^ full,^ ignores,^ prompt,^ starts,^ transfers,^ wait,^ whether,accessible,'
'actually,add new,adset id,an item,and column,and is,api the,applicant,are about,are left,are listed,are marked,'
'are part,ask the,at given,be an,be called,beneath,benefit,bought,branches,cancels,cells,checks for,chose,city,clusters,'
'cm,coded,committed,completed,context of,coordinate,costs,danger,department,directorie,each entry,education,empty list,'
'enhancemen,every other,exact name,exactly one,files that,for articles,full path,has explicitly,hidden from,holidays,'
'hour,in english,in full,insight,instructio to,is shown,iteration,list with,masked,merges,null,on what,opens the,'
'performanc,person who,ranks,receive,reduces,registers,remind,repeated,sam,sample,satisfacti,separately,session working,'
'shopify store,signed,slower,species,suggest,tap,test the,text and,the day,the receiver,this after,timezone,to action,'
'to push,use this,used to,visible,way to,when they,when user,where to,wind,you re,^ additional,^ environmen,^ key,'
'^ permission,^ personal,^ reports,^ response,^ searches,adset,already known,an explicit,and retrieve,and specific,'
'any change,any time,are never,as fallback,associated,atomic,autocomple,be installed,because the,between two,big,'
'blocking,breaking,brew,broadcast,building,but not,change it,chunks,compiled,console messages,context for,continues,'
'delegates,delta,each with,engagement,filepath,footnote,for them,get complete,in loop,indicators,insufficie,internal knowledge,'
'into an,investment,invocation,is created,is valid,jq,key id,keys and,kubeconfig,late,later sessions,line number,'
'listener,localhost,los,mean,migrate,monday,not show,observatio,operations,optimize,optional for,over time,parameter with,'
'parameters,password in,planning and,polaris,prediction,processed,reaches,res,resources,restart,returns the,saved to,'
'schema,scores,service account,severe,shell command,specifies,squash,store the,target size,the feedback,the safety,'
'the target,thing,this only,time code,titles,to disk,to pass,to that,to validate,to write,url in,use different,use if,'
'useful,usually,validator,vpc,when there,中的,向用,户没,组件,=ask=oblige,=oblige=not:tell,=results=when,=sink=other,^ allow,'
'^ cannot,^ each,^ generates,^ next,^ prices,above the,acknowledg,all tasks,an issue,analyze,and each,and next,annual,'
'are rejected,articles,as id,as name,attempts,because,body of,branch in,bytes,cancelled,card numbers,cents,changed,'
'charges,colons,combine,companies,confirming,constraint,contacts folder,corrects,csv,data source,detailed,distributi,'
'drives,each change,embargo,empty,emulation,enter,error message,facts,fetches the,file content,files use,fits,fonts,'
'for days,fraud,from memory,from one,fund,get job,getting,google,grafana,groupby,hard,heading,in one,instructor,'
'interview,invites,it can,it under,item is,keeper,labels,land,limit is,line official,major,make up,markdown,mcp,'
'medium low,model is,moving,nexttool,not call,notes for,official account,opens,order in,param,performs,prompt the,'
'refs,remote device,required for,revoke,rgb,riot,rotates,runs the,second call,security group,semantic,send to,server as,'
'sorted,specified in,splits,subsequent,sure that,tags,team,teams,technology,this before,timestamps,tips,to reset,'
'to sort,to which,towards,true only,uploading,url to,use query,useful when,vars,vat,visible in,was found,watch,without changing,'
'you should,you think,拒绝,提供,没有,该参,语句,问用,=ask=talk,=destroy=our,=obey=secret,=order=name,^ alternativ,^ audit,^ authentica,'
'^ books,^ clears,^ find,^ hand,^ issue,^ quote,^ service,^ source,^ test,^ top,^ uploads,^ useful,^ will,add footnote,'
'aggregate,agreed to,alter,an emoji,an option,and reports,and use,anything is,apex,apis,are ignored,battery,by step,'
'can add,captured,checking,clears,cli command,click on,collection,commission,component,copy text,correct,denied,'
'detect,devices,differentl,displaynam,do so,domain,download,draft,edges,eq,eu,extension,falls back,feat,fill out,'
'filter pull,finding,finds,for work,formulas,generates,generation,get schema,gib,gpt,hire,how,if one,importance,'
'in commit,included in,initialize,instructio and,instructio if,is asked,is included,is on,is told,kept for,key from,'
'key value,kitchen,linkedin,navigation,newline,not required,not used,of keys,of table,omit for,only used,opt out,'
'package name,packs,path is,payloads,photo,por,prefixes,preserve,private channel,project is,queries are,range,relative,'
'releasing,retrieving,round,run in,seconds,sequential,session has,set,should not,so this,source branch,square,starting point,'
'streams,structure,targeted,test plan,the docs,the label,the size,the snapshot,the specified,the syntax,the version,'
'think,to attach,to file,to open,to test,treat,triggered,urls,use case,use get,wants,when provided,wipes,with any,'
'with category,without it,wrap,you must,不是,例如,容を,=grant=oblige,=know=do:run,=know=talk,=not=softpath,=other=do:run,'
'=sink=guard,=sink=reply,^ absolute,^ administra,^ allowed,^ answers,^ fetches,^ log,^ number,^ output,^ plans,^ position,'
'^ records,^ rule,^ snapshot,^ text,^ two,^ warnings,activity,alerted,allowed values,already have,an empty,and does,'
'appointmen,areas,at and,aws account,be deleted,becomes,calculate,can only,can use,capabiliti,catalog,category,cc,'
'chosen,combined,come back,comes back,compile,computes,confirm with,conservati,cross,cycle,data and,data point,datetime,'
'day,dc,descending,diff output,discounts,element,end time,envia,fallback,field names,file with,files or,files to,'
'for safety,from file,gate,groups,has more,ids are,if available,in directory,include the,instant,is accepted,is already,'
'is denied,is member,is provided,issue key,issued,key to,large files,map,may,metadata,metrics to,most relevant,multiple files,'
'mute,name for,name in,name to,number of,oldest,oldest first,or other,organizer,overall,plans,plugin,polls,presentati,'
'pressure,preview,read write,registered,relative paths,relevance,request id,resource,retrieve list,returns an,run results,'
'same as,says that,seo,session and,settings for,should use,significan,sized,slug,staging,status and,stores,subdirecto,'
'submitted,supports filter,suppresses,text search,the new,the note,the period,the profile,till,tool should,true when,'
'unhealthy,used for,user first,vehicle,version history,versions,with json,worksheet,容的,并返,=deed=our,=money=authority,'
'=not:run,=other=name,^ apex,^ contains,^ convert,^ detects,^ directory,^ free,^ generate,^ increase,^ match,^ skips,'
'accessibil,add note,aggregatio,alert,an element,and check,and update,approver,arxiv,attachment are,aws sam,aws service,'
'bcc,bike,blurred,bound,breakdown,capability,categories,caught,changed in,children,choosing,color,colours,comments to,'
'complex,concatenat,configure,configured in,connected,consume,contacts,current user,custom field,data with,datadog,'
'date,delayed,deliver,demographi,deprecated use,depth,detects,directory for,directory where,divisions,dose,elements,'
'email to,encrypts,example,executable,exit,extract only,file contents,filters are,financial,for message,for one,'
'forecast,from an,garage,gas,goods,group is,guard,has to,have no,helpful,hit,iam,if you,images,in iso,in local,increase,'
'indexes,is kept,item that,items,layout,licensing,links,looks up,members,merge request,method,milk,mm,model name,'
'non empty,not send,note text,of file,of these,omit to,on the,once the,optional comment,or get,orgs,page,pass to,'
'path path,pivottable,processing,profile,property is,provided the,pulled,query is,reaction,references that,rendering,'
'renders,science,scopes,search query,section,separate from,since,size in,sizes,slide,smtp,sparklines,spelling,synchroniz,'
'taken,that match,the hash,the id,the organizer,the project,the redis,the summary,the tab,the uid,the zotero,themselves,'
'this directory,this run,to load,token to,traffic,trees,trips,ui,understand the,user wants,uuid,valkey,wishes,with other,'
'wording,working tree,下载,地域,时请,根据,特殊,编码,=know=inner,=know=reply,=money=do:move,^ author,^ distance,^ exactly,^ human,'
'^ most,^ publish,^ pushes,^ result,^ splits,^ without,abstracts,airport,allocate,an api,answering questions,apex class,'
'api calls,are asked,are on,assumption,at time,attend,attendee,aws cli,be added,between and,boolean,browse,business,'
'by its,by line,by using,call this,changes,closes,colors,command that,compresses,correctly,count and,crawl,create the,'
'cremation,criteria,default and,default false,default is,default to,documented,draft to,each request,ec,endnote,'
'endpoints,error for,estimated,evaluates,existing files,exposure,fast forward,feature visibility,field name,filter eq,'
'finish,for example,for what,forget the,from previous,functions,glass,guarantee,guarda,guid,ignored by,imperative,'
'involves,issues to,just the,jwt,libraries,limit to,liquid,lists all,locker,mentions,might be,ms,music,neural,newly,'
'not yet,note that,on call,on pull,only available,or,or delete,page content,page in,per line,permanentl,permitted,'
'possible values,pupil,query in,query to,queryknowl,rather than,realtime,rebase,recommende for,regardless of,represent,'
'requiring,results json,retention,returning,roles,saving,search within,sendrespon,snippets,solution,sorted by,state and,'
'status of,stays,stop the,strategy,suggests,terms accept,test execution,text is,the bot,the display,the html,the mcp,'
'the reference,the review,the signature,this turn,thought,timeout,to identify,to one,to view,total,tree,true include,'
'tunnel,types,url,valid for,values for,wrap up,write operations,you do,域名,指定,远端,=ask=do:take,=sink=all,^ critical,'
'^ git,^ javascript,^ line,^ namespace,^ phone,^ private,^ record,^ relative,^ send,^ server,^ specifies,^ submit,'
'^ targeting,^ token,^ workflow,abc,acts,add them,aggregates,ai编辑器,an index,an open,and it,and may,and one,appears in,'
'applicable to,as list,authors,based,be valid,broken,budget,calendar,can also,channel,claude,clearly,clone,code from,'
'comma,commander,comments,common,contenu,contexts,cpu,current,currently,dans,datatype,decimal,decodes,default true,'
'descriptiv,design,drill,enum,europe,events,exactly as,excluded,execution,existing,extract,fails,focused,formula,'
'from search,get operation,hand it,hasattachm,if true,ignored if,include metadata,informatio and,intelligen,is stored,'
'iterations,journey,jsondata,language,library,like,line numbers,link is,list users,make it,may not,merging,metric,'
'minutes,modifiers,much,mutations,names in,nearest,not mention,of one,omits,on top,only not,operation to,org,other tools,'
'output is,paid,pgstore,position of,posts,preserved,preserving,previous response,principal,proj,querying,references,'
'refunded,refuses,regulation,relative to,reporter,require,research,returns,row,searches,sector,sees,sell,seller,'
'sha of,specified,stash,statistics,string to,subsequent tool,summoner,suspected,tabid,the city,the format,the gate,'
'the law,the primary,the repo,the signed,this when,timetable,to perform,type type,typically,use when,users to,valkey command,'
'version the,walking,with list,works with,you want,分类,文档,格式,要传,配置,=applies,=destroy=oblige,=destroy=user,=know=obey,'
'=not:request,=tool=path,=when=not:show,^ determines,^ moves,^ passing,^ perform,^ permanentl,^ query,^ quietly,'
'^ request,^ search,^ specific,^ success,^ values,^ variant,absolute paths,active,agent to,alias to,all fields,analysis tool,'
'applicable,artifacts,asset,assigned,attendees,basic,be listed,bottles,box,branch to,cancellati,candidates,caused,'
'certificat,changelog,channels,chat history,citations,cites,colleagues,compare,consequenc,contain the,content the,'
'context to,converter,counting,creates,cs,current working,currentuse,declared,default for,describing,determined,'
'dicts,dish,doc,draft note,email addresses,encodings,envoie,equivalent,escape,expansion,exports the,extracts,fbx,'
'feature,feedback on,fetches,file if,fillcolor,for questions,fresh,full content,guessed,heard,hop,hosted,if not,'
'in two,inclusive,incoming,insider,interval,jira issue,judge,know which,landing,lapses,latitude,list jobs,logic,'
'longitude,looked,lwc,merge strategy,message and,multiple,multiple times,natural language,new one,next step,next task,'
'nor,not contain,not set,notebook,of resource,omitted the,options to,or in,order of,origin,partial,piece,population,'
'provides,redis,refactor,removal,renewed,repl,repository to,response model,retrieved,returned as,reviewer,scoring,'
'scrape,searching,selected,selection,server may,set this,skips,someone,sprint,stat,sure,swipe,synthesise,tags to,'
'task to,texts,the available,the fields,the get,thinking,to execute,to meta,to narrow,treats,update delete,upload session,'
'validates,values and,version,warehouse,with process,work on,write to,your answer,your aws,场景,城市,常用,插入,明确,跳过,=is:install,'
'=not=url,=notice,=private=other,=secret=tool,^ account,^ best,^ bid,^ case,^ computes,^ cs,^ drop,^ entries,^ extract,'
'^ names,^ navigate,^ operation,^ package,^ pagination,^ plan,^ required,^ return,^ sort,^ title,added,additional context,'
'admins,agent browser,alerts are,alias of,alignment,all subsequent,always pass,and only,and type,any tool,apply to,'
'are removed,assigns,associated with,bevor,birthday,blender,boards,broad,browser window,callers,cast,check out,cherry,'
'classes,clauses,commit hash,compatibil,confidence,contact folder,conversati,creates an,custom,database records,'
'decimals,decisions,desc,determines the,directory that,discovery,display name,don,downloaded,enhance,etag,example usage,'
'explore,expression,filings,find files,firecrawl,follow them,for day,for local,for most,for results,forward,gh,git,'
'grading,her,hyper,id,id here,idempotenc,image for,image is,imported,in blender,in excel,indicates the,interact,'
'intervals,is false,is present,iso format,item,last modified,lastmodifi,latest version,live,ll,loading,locations,'
'match the,mime,minimal,minor,model health,modes,module,modules,nearby,next cursor,no approval,not as,number to,'
'numbered,object in,odata,of data,of its,of messages,on its,on large,on success,on which,options for,or list,page to,'
'pages,passes,path parameter,paths to,per,phone,places,policy to,polling,project directory,proper,qualifying,reaching,'
'read it,regional,rego,removes the,render,reproduce,responses,revenue,run to,scatter,search keywords,search result,'
'section of,select and,selects,sha,shorten,show only,slicer,substituti,sv,sv vg,tentative,that can,the instructio,'
'the release,then call,this instead,this will,thorough,thousands,throughput,to hand,to retrieve,tool retrieves,tool that,'
'triggers,true if,unified,unless you,unsigned,upper,value to,values exist,var,vs,wine,wish,yaml,与用,允许,名称,在用,应用,户明,'
'是否,模型,类型,要在,=ask=other,=code=oblige,=destroy=name,=do:take=not:show,=every=do:tell,=grant=user,=inner=guard,=oblige=brand,'
'=param=persist,=sink=itself,=us=do:run,^ branch,^ destinatio,^ filename,^ filter,^ it,^ overrides,^ partner,^ pass,'
'agvsbg,alexandria,along with,an integer,and all,and memory,and metadata,and write,answered,are the,artifact,as base,'
'as or,assignee,at which,attempts to,automation,backed,bash,be automatica,begin with,browser session,by their,bypasses,'
'call learn,calls of,cd,changelogs,cherry pick,comment for,comment to,comment visibility,commercial,computed,connects,'
'conversati from,crew,cv,ddl,declined,deployed,details for,devuelve,directory path,due date,each of,ear,email address,'
'ensures,entity,every call,exa,excel,extraction,eye,file watcher,first call,flex,flow,for merge,for update,format of,'
'game,gb,go to,graph,happens,head,helped,id field,id in,id to,ids to,immediate,important,in addition,incorrect,informatio,'
'initially,instances,integer,interested,into one,issue link,jira,judgment,kept in,knowledge base,lab,labs,limit,'
'location and,logs,long running,macros,marking,merge requests,midnight,missingcon,mobile device,modified,must include,'
'nx,odoo,of items,of multiple,of query,only include,operations for,page of,pair,pass them,passenger,path where,percentage,'
'period,physical,pipelines,planner,postcode,practical,precedence,preprints,prevent,primary,prioritize,progress table,'
'property to,publicatio,ratings,receiving,recursive,related to,reliabilit,request body,revisions,root of,sarif,scraping,'
'search instead,searchid,selecting,ship,show,simple,slashes,snippet,stack,start time,statuses,structured,subtasks,'
'success message,symbol,tag,tag to,tempo,temporaril,text from,that later,that nobody,the asset,the bill,the exact,'
'the knowledge,the member,the merge,the next,the possible,the registry,the table,this option,through firecrawl,time at,'
'tip,to move,tried,ts,uid,uniqueid,united,user by,username,uses,valuable,viewport,virtual,watchers,when you,without asking,'
'writes,关闭,写入 sql,操作,查询,涉及,用于,用的,目录,行前,要求,设置,输出,=grant=param,=ignore=url,=know=oblige,=money=do:take,=obey=order,'
'=obey=sink,=talk=name,^ body,^ command,^ current,^ dsa,^ enable,^ force,^ language,^ list,^ messages,^ multi,^ notes,'
'^ schema,^ secrets,^ supported,^ table,^ time,^ total,abstract,accuracy,add comment,alarm,all branches,all required,'
'always use,amazon,amend,and time,api for,api returns,ask for,attached to,axis,bad,biomedical,break,buyer,calculatio,'
'character,characteri,check the,claim,cls,completely,complexity,confidenti,connected to,connecting,connection,contactfol,'
'content base,continuati,converted,couchbase,creating,crossing,currency,current branch,dashboards,datasource,date and,'
'dbt version,definition,delete or,dimensions,dispatch,dyno,east,enterprise,escaped,event,excludes,exposes,faster and,'
'features,file path,filename,firecrawl search,footnotes,for free,for large,get next,glb,groups and,guides,historical,'
'history of,iac,identifier,if any,if false,image to,in single,incidents,includes the,informatio for,instructio are,'
'interact with,interest,is automatica,is reported,iso,json,kept,label name,label names,languages,latest,learning,'
'leia,links that,list all,listbrowse,lowest cost,management tool,matched,merged,more efficient,multipart,must have,'
'mutual,navigate,new name,normalize,notation,notebooks,of issue,of repository,older,one hour,one the,optionally,'
'organizati,pass an,perform an,plain,playwright,pmd,pois,precedence over,pressing,programmin,prompt is,ranges,record id,'
'recorded,regex,regular,released,renames,represents,request to,resolution,restricted,result as,revoked,rider,routes,'
'sandbox,see,selector,selectors,sets the,soft,space key,spec,specifying,sql query,sqlite,stopping,subnet,substring,'
'subtree,such as,summary and,tasks in,tasting,that are,the active,the changes,the coordinate,the country,the dbt,'
'the entity,the family,the library,the notebook,the settings,to ensure,to html,to message,tonight,tool allows,total sales,'
'totalusers,traded,typos,unsure,url of,us east,used when,user sees,values in,version number,via the,we have,when omitted,'
'wikipedia,windows,work item,workflow for,worklog,write file,your applicatio,传递,列表,创建,前に,否已,容器,州西,情况,支持,无法,是否 否已,'
'杭州,获取,西湖,镜像,=do:put=not:tell,=every=reply,=not:install,=tool=url,=when=every,^ base,^ called,^ column,^ custom,'
'^ data,^ date,^ font,^ object,^ only,^ parse,^ preview,^ remote,^ retrieves,^ structured,^ urls,^ validate,across different,'
'additions,airline,all requests,an array,analysis,and are,and optionally,and other,and who,annotated,annotation,'
'associate,attributes,authz,authz user,bdi,bodies,body is,calculated,can see,cannot be,canonical,clientstat,command line,'
'continuous,conversati to,cost optimizati,council,created,creation,creditsuse,crop,customers,data web,database and,'
'default,defined,deleted items,does,dsa,edit,emphasize,emulate,enhanced,entities,entries,eps,error,errors,event in,'
'file in,file name,files for,flagged,following netlify,format,framework,frequency,freshness,frontend,full page,fuzzy,'
'fuzzy search,generating,get file,get list,glob,graphql,half,happened,header,highly,hybrid,imageref,include content,'
'indicates,inline,is currently,is unavailabl,issue keys,it goes,it into,joinweburl,km,lambda,lds,list mode,loads,'
'located,log lines,logs from,logsql,lowest,mapping,measuremen,media,metadata for,migrationn,milestone,milestones,'
'monitor,more precise,multi,narrows,netlify,network request,new,normalized,not in,not just,not support,occurred,'
'of categories,of git,of text,on each,online meetings,options,or an,outcomes,pandas,pandoc,paragraph text,params,'
'pickup,postal,postgresql,powerful,precise,prefix to,private repositori,project,prune,published,recreate,referer,'
'rejected,release,remote name,repeatedly,result of,results for,retrieves,returns all,returns it,samples,satisfy,'
'says,scenario,schedules,search in,search parameter,security pmd,server dc,set of,sidebar,smaller,specific,specifies the,'
'stage,stages,states,status,stocks,stories,string for,string is,sub,subtask,superseded,symbols,that could,the buyer,'
'the image,the organizati,the ssh,this first,time is,time when,to add,to prevent,to pull,to send,to skip,tracing,'
'treat the,type,underscore,unique,unix timestamp,urls are,user needs,value,variant database,variants,vault,video,'
'visiting,ward,workflows,written,yolo,yolo mode,命名,如,得到,某个,路径,部署,项目,=ask=order,=code=all,=code=every,=guard=name,'
'=know=order,=not=reply,=order=reply,=persist=order,=private=itself,=results=all,=secret=itself,^ analyze,^ assign,'
'^ aws,^ essential,^ false,^ ignored,^ indicates,^ otherwise,^ pattern,^ repository,^ returns,^ suggest,^ tags,^ topic,'
'^ update,^ what,account id,active library,advice,alarms,an entry,an existing,and content,and wait,archived,are included,'
'aura,base url,before anything,before writing,belongs to,boundaries,campaign,center,changetype,child,clinical,combine with,'
'comparing,created at,credential in,debounce,devops center,devtools,diff json,dividends,dm,downloadab,emailaddre,'
'embeddings,enabled,end line,entirely,erase,exclude,expanded,experiment,extending,extremely,false for,field in,focus,'
'folderuid,for direct,for private,formal,formats,ga,gcs,geocode,global,html,id and,id from,id when,identifier to,'
'image,in collection,in github,in later,indicate,instagram,isolated,keyless,lambda function,larger,learn shopify,'
'likely,literature,logo,logout,manifest,matches,matches the,messages of,metadata and,msk cluster,must,must match,'
'notes are,object names,objects with,on merge,onenote,operating system,optimal,paginated,passages,path,patterns,'
'payer,picks,potential,prompted,queries that,querysugge,queued,reads,recent,recurring,repeats,resolve,rest api,retrieves the,'
'return,returns results,right file,rounded,scf,selects the,sent to,sets up,shape,shopify api,similarity,size,skill,'
'sponsored,st,strike,text content,that include,the endpoint,the overall,the stack,the steps,the wiki,to associate,'
'to generate,token from,token is,top left,top level,trim,true return,updated,updating,usage,user as,user default,'
'using,validation,vector,visible to,vision,webmcp,website,weights,width,width of,xml,仅在,取文,密码,日志,时才,时的,模板,注意,自动,'
'返回,=ask=when,=authority=do:take,=destroy=itself,=money=other,=other=url,^ alexandria,^ args,^ batch,^ credits,^ defaults,'
'^ display,^ import,^ includes,^ job,^ move,^ nobody,^ partial,^ performanc,^ sql,^ task,^ unix,^ zotero,accomplish,'
'across all,action,ad,ads,advantage,after you,alerting silences,alertmanag,all for,all keys,all qualifying,allowliste,'
'alpha,ambiguity,an iam,analyzer,apart,appear in,append to,arn,array,available,average order,be saved,between,bibtex,'
'bounding,braf,by category,cases,certified,champions,chars,cl,co,code analyzer,collection of,collection to,controlled,'
'curated documentat,customizab,dbt semantic,defaults,delegatewi,delete an,describing the,dict,directory is,documentat and,'
'dof,dollars,duedate,each run,edited,effective,end date,esm,example for,execute command,extracted from,fall,feedback,'
'file or,filtered,filters to,follows,for app,for cost,for input,for non,for understand,forwarding,funding,get,gitlab,'
'guide,hash,ignore previous,ignored,images are,img,in pixels,initiates,inline policies,it again,item and,json output,'
'key or,least one,letter,limiting,linkedreso,loops,mappings,market,matrix,means the,merge cells,methods,metrics,'
'more reliable,msk,multi value,need,negative,not specified,only return,optimizati,optimized,order value,panel,paths,'
'patients,perfect for,performed,pid,pixels,properties to,read all,reasons,rebuild,record data,reduce,referenced,'
'remaining,remote repository,return merge,reuse,robust,role,run an,scope,scope the,screenshot,shipped,simulated,'
'south,specs,start here,starting,static,status for,status is,storefront,str,streaming,submission,suites,svg,tab,'
'talks,task list,terminal,than one,that specific,the currently,the remaining,the server,the upstream,this can,this for,'
'to clear,to emulate,to give,to read,to select,to share,took,trial,turns,type is,type to,ui components,what to,whether,'
'wise,with project,zotero,像地,先调,先调 调用,必须 须传,标识,班级,课程,须传,=ask=mail,=never,=not=do:put,^ action,^ ad,^ cell,^ crawl,'
'^ gene,^ identifier,^ odoo,^ paths,^ policy,^ providing,^ region,^ resource,^ tag,^ turns,^ type,accepting,actionable,'
'adopt,af,and always,and let,and text,api version,app home,applicatio,applied,are sent,array of,as it,auth,average,'
'awk,bubble,by id,bypass,canvas,causes,chatmessag,chunk,classic,col,collects,commit sha,completed requests,compute,'
'conditiona,conditions,conversaci,convert to,creatives,csv file,defaults to,delimiter,deprecated,destructiv,details,'
'devops,diff content,drafts,driven,dropbox,emails,expiration,family,feld,fields in,file names,frequencie,from start,'
'genetic,geometry,got,group id,heroku,iam user,ignore any,installer,invalidate,is enabled,job id,joined,list merge,'
'local,long,managed,measured,membership,meta ads,mimetype,mobile list,natural,need the,nodejs,none for,not given,'
'not shown,of office,of records,ohlcv,operations read,or create,or from,or video,pages of,pd,pdf file,phase,pie,'
'plannerbuc,plannertas,platform position,process pid,properties of,protect,questionab,remain,replaced,resolving,'
'response body,same,search,sections in,sensor,shop,shows which,silences,single,source details,sources,specialize,'
'start new,subdomains,system completed,the exposure,the grafana,the guest,the heading,the installer,the llm,the mime,'
'the range,the silence,the total,the workbook,ticker,to all,to do,to resolve,tool over,treatment,ui component,uids,'
'untouched,uploaded,upstream,upstreamre,urn,varies,varies by,was opened,weighted,when using,yml,消息,适合,=ask=user,'
'=authority=other,=url=do:take,=wrongness,^ based,^ by,^ daily,^ detail,^ fields,^ firecrawl,^ lambda,^ opaque,^ or,'
'^ second,^ single,^ timeout,^ username,^ 返回,abort,actions,alexandria provider,all available,announce,are connected,'
'assign,auto,based on,beta,bold,breakdowns,calendar event,case,change,consistent,containing,context and,conversati is,'
'country code,creators,credential of,data bar,data to,declaratio,deploying,distributi of,each containing,embeds,'
'error details,execute the,file as,file paths,given user,group,have been,if file,in range,in their,in utc,incrementa,'
'invokes,job run,job with,keep the,level,logs to,lost,mail,maintain,managehost,maps,markdown content,matcher,media type,'
'messagerul,modificati,more tasks,must provide,names,nextlink,north,objectives,odata nextlink,of fields,of them,'
'owned,password of,plants,previously,processes,promote,properties,providing,py,quantities,query on,reach,removing,'
'republic,requests catalog,reset to,ripgrep,rs,saved,src,stable,start line,terraform,the activity,to null,to obtain,'
'toml,tool output,tool will,tooldetail,types of,uses the,valorant,what are,whether the,with zotero,working dir,workspace,'
'关系,关联,登录,联关,=guard=do:run,^ combine,^ get,^ mandatory,^ promote,^ reference,^ row,^ this,able,able to,according,'
'added to,agent with,alert rules,all pages,alphagenom,always ask,anchors,and import,are accepted,attributio,be able,'
'ccr,changes to,compilatio,comprehens,configurat or,copilot,curl bash,deeper,details including,digit,empty string,'
'encoded,event to,eventbridg,explicit confirmati,files and,flake,flake inputs,for that,freeze,full details,gemini,'
'hasimages,identities,int,intents,interactin,it along,local writes,meta api,mime type,more than,name new,never guess,'
'not part,onedrive,open the,owns,people who,protection,provides comprehens,question or,relations,response to,results file,'
'run code,scanning,spans,specific file,subtopics,tags and,the app,the area,the policy,the sqlite,this server,tiers,'
'trailing,use read,user asked,user that,vercel,via get,web,whenever the,writable,zip file,его,录的,环境,置的,配置 置的,^ content,'
'^ ctx,^ excel,^ grafana,^ subsequent,all later,all saved,and environmen,approach,backticks,be large,behavior,calendar permission,'
'clear,data such,default all,depends,depends on,dns,doctors,drop,efficiency,enables,firecrawl agent,for it,foreign,'
'from other,generate model,gets the,grafana incident,group or,hypothesis,link that,model step,one of,order,ordered,'
'otherwise it,present,raw html,requiresac,res partner,returns job,reused,rich menu,sam cli,served,shopify app,silence id,'
'summary of,switch to,that leaves,the generate,the more,the shop,the tasks,to new,user details,web applicatio,workitems,'
'中设,=grant=not,=inner=every,=param=guard,^ execution,^ model,across,back to,beginning,can read,cover,donation,download link,'
'duplicates,file should,for future,give the,inform,initiate,it without,likes,my calendar,new page,null to,of each,'
'only get,produced,schema to,selling,the given,the lambda,the message,the passport,the results,to repeat,to use,'
'tool provides,tool the,web pages,which may,why you,=destroy=all,^ use,already,as possible,board,every time,make sure,'
'metadata about,modify,on error,results include,storagecla,system user,tells,temporary,tool calls,tool for,tool instead,'
'^ skip,^ start,details and,first to,install the,sent,the copy,the step,used,user consent,violation,webapp,access and,'
'liability,=user=softpath,complete,determine the,field for,the aws,up with,within the,=know=every,^ they,again after,'
'approval,context lines,is none,its output,not found,so do,the body,the manager,the script,the tag,the words,to cancel,'
'=inner=user,=param=code,addresses of,data for,for anything,unavailabl,was deleted,=assumed,=loop,=not=other,=persist=softpath,'
'=private=when,=yes,^ name,all mail,and that,auditing,blog,bucket,do,down the,found,investigat,largest,list for,'
'made by,payouts,records,refer,spreadshee,the field,the internal,the sum,the whole,to verify,validity,values of,'
'variable,whole,传入,执行,=talk=all,^ comment,^ for,^ orders,^ supply,after which,another server,are only,as long,attachment to,'
'builds,everyone,executing,fleet,for which,full text,generic,how the,in its,is an,is being,last,long as,mistakes,'
'nothing,order by,printing,raises,regions,sorting,switched off,the email,the maximum,the messages,the value,track,'
'whatsapp,when no,you use,=do:prefer,=guard=reply,=oblige=name,=order=our,=order=us,=sink=do:take,=sink=url,=talk=not,'
'=when=quietly,^ retry,^ visibility,account for,approve the,approved,architectu,are resolved,at once,better,checkout,'
'click,config files,disregard the,ends,front of,host name,left,parameter is,passphrase,plots,reporting,select,straight,'
'suitable,text for,the content,this text,tools for,via,while,write into,上传,=ask=persist,=ask=private,=ignore=tool,'
'=model,=order=url,=secret=reply,^ automatica,^ order,^ prior,api key,appel,are not,be,before using,bug,camera,dialog,'
'due,else the,executed,explanatio,hash of,hear,hosts,house,in the,is at,is not,of users,precision,presenting,revision,'
'small,speaking,spoken,tell me,tenant,thank,that the,the failure,the reply,them by,this descriptio,to choose,tracker,'
'until it,verbatim,verified,wiki,に渡,=code=our,=code=us,=do:take=do:tell,=install,=name=do:take,=path=do:move,=persist=every,'
'=private,=success,^ mark,add the,an image,auction,carry out,chaque,checksum,competitor,content from,debug info,'
'echo,for any,for approval,four,guidance,he,in mind,including the,insert,light,maintenanc,master,md,message to,omit the,'
'online,overwritte,partner,picture of,pictures,prepend,press,priority,provide the,public,refer to,said,score,since it,'
'so the,success,ten,that name,the operation,the planner,the recipient,theme,this from,token,typed,under,unless the,'
'unseen,use as,who is,whoami,works in,write access,written in,you only,前先,要使,调用 用前,=ask=grant,=brand=us,=code=not,'
'=destroy=do:run,=destroy=talk,=do:ignore,=do:move=do:tell,=ignore=obey,=ignore=path,=not,=our=brand,=persist=all,'
'=private=us,=rival,=tool=when,=untold,=when=softpath,^ an,^ extra,^ one,^ prefix,^ when,^ write,account number,'
'account with,amount of,banking,built,conversati and,courier,error messages,found in,hashed,if this,in our,is deleted,'
'its path,loop,pass,play,post to,private key,query and,reply,returned in,rot,run with,salary,server to,service,showing,'
'subject to,summary,text message,that you,the raw,the terminal,the username,the workspace,them as,this endpoint,'
'verbose,visitor,字段,的对,=ask=do:run,=not=do:run,=oblige=mail,=oblige=softpath,=our=reply,=reply=us,=secret=other,'
'=silence,=whatever,^ admin,^ commits,^ deploys,^ include,^ keys,^ meta,^ requests,^ scan,^ your,all environmen,'
'au,auditor,be read,belongs,but the,clear the,comes first,consistenc,could be,disable the,documents,down,each hour,'
'each page,experience,fetch the,field of,find,first in,font size,formatting,github,hook,if none,ignoring,including,'
'incomplete,install,is required,issue to,lasts,leave this,levels,mark,may be,messages in,more,named,number from,'
'of their,on in,parametro,please,programs,recipient to,records to,required if,rival,send,silent,so,that,the attachment,'
'the audio,the calendar,the commit,the contact,this mode,to see,today,violations,visibility,waiting for,warning,'
'weekly,what,which is,will be,zip,写入,地址,如果 果用,工具,果用,果用 用户,=do:move,=grant,=guard=us,=hush,=ignore=reply,=not=do:take,'
'=not=not:show,=other=brand,=sink=oblige,=tell,=tool=do:take,=user=other,^ apply,^ clear,^ consent,^ end,^ on,accordingl,'
'add our,all other,appeared,arbitrary,before the,berlin,block,code that,comply with,connect,cost,cursorrule,date of,'
'essential,filesystem,gebruiker,give us,go,gone,headers,hostname,industry,into,invoke,is allowed,is full,is left,'
'makes,matter,meant,meets,migration,not be,onto,org and,passed on,plain text,pro,projects,remove,requests with,response with,'
'restore,reviewers,si,text into,that begin,the account,the action,the draft,the parameter,the previous,the prompt,'
'the request,the role,theory,to disable,to our,to upload,topic is,traveller,trust,up,well,密钥,=all=quietly,=brand=do:tell,'
'=do:put=not:show,=every=do:put,=name=do:tell,=not:take,=obey=our,=obey=us,=opening,=path=do:put,=private=do:move,'
'=results=do:put,=said,=secret=param,=talk=other,=tool=our,=us=do:put,=user,=user=us,^ configurat,^ enter,^ json,'
'^ put,and act,are no,as an,assumed,auto approve,back the,be shared,can get,care about,cipher,collected,considerat,'
'converts,else,enough,fingerprin,folded,funds,guest,habit,is about,is deprecated,is in,its result,keys,let,links to,'
'listing of,mem,might,models,needed to,not visible,of any,off the,passing,pay,payments,perform,print,project and,'
'publisher,raised,regardless,replaced by,restored,rights on,rules and,screen,size of,tariff,than the,the cluster,'
'the config,the firewall,the history,the largest,thoughts,time the,times,transcript,white,whom,without waiting,=ask=not:ask,'
'=ask=obey,=claim,=destroy=not,=hushed,=ignore=name,=is:request,=know=secret,=not:ask,=not:show,=persist=itself,'
'=private=money,^ after,^ error,^ first,^ remember,^ swap,^ we,ad id,address in,all tools,allowed,and give,and list,'
'answer the,backwards,best,cause,code of,curl,das,deploy,disk,dispute,documents and,drugs,each,erwahne,failures,'
'fast,filed,findings,followed,for simple,fridays,full list,is taken,keys that,less,limit or,local files,lookups,'
'meet,not exist,of this,protocol,push to,right,savings,say,start the,sum,the change,the host,the letter,the notificati,'
'the operator,the prefix,the record,the scan,the secret,the top,to compare,to ignore,to know,to stop,treated,value as,'
'which tool,yes,每次,=authority=name,=inner=itself,=know=param,=money=tool,=oblige=other,=order=do:move,=param=authority,'
'=sink=do:put,=talk=deed,=urgent,^ grant,and addresses,around,background,be left,be set,before running,belong in,'
'beyond,bids,check with,contracts,copia,decide,disable,display,ernq,falls,fetch and,folder to,friend,gpg,gur,had,'
'in user,income,is put,it runs,leave,like the,look,often,on every,openai,people,phrase,posted,quota,reach the,recommenda,'
'rename,request as,review,runtime,scored,search and,servers,services,seven,subagent,subscribe,tell them,thanks,the access,'
'the api,the data,the disk,the folder,the ids,the most,the network,the talk,their,them in,to and,truncate,upgrade,'
'user will,write,yearly,you send,放入,记录,=all,=ask=money,=blindly,=consent,=every=do:run,=money=mail,=money=oblige,'
'=not=do:tell,=our,=our=us,=talk=guard,=void,^ as,^ begin,^ call,^ ignore,^ modify,account,allow,and append,and for,'
'and have,and include,any,anywhere,are now,as,begins,content of,convenienc,demands,derived,determines,display the,'
'dump of,everything,exchange,feel,file on,fixed,for github,forward the,from the,how many,investor,is faster,log,'
'logging,marketing,modifies,native,number and,opt in,permission to,production,put in,read this,repository for,request with,'
'requested,requests are,reservatio,search terms,send the,show the,sole,strings,tailor,th,the console,the final,the health,'
'the job,the machine,the session,the tenant,the variable,third,una,user message,witness,written to,并传,户询,=authority=when,'
'=bad,=deed=mail,=do:put,=every=not:ask,=guard=do:take,=inner=oblige,=lesser,=tool=mail,=tool=user,=user=path,^ add,'
'^ empty,^ security,ab,access key,agrees,and forward,anyone who,as soon,as though,attached,audits,be ignored,cache,'
'cannot read,caution,characters of,clause,cleared,corner,created by,deduct,drain,embedded in,enumerate,expects,expense,'
'heap,image url,in context,inferior,inputs,inspected,inspection,instructio of,is to,it as,it stays,me,must always,'
'no,nobody,non,not enough,notice,notify,of in,only be,password,pod,pre,provenance,requests from,results when,returned by,'
'server is,sh,soon,soon as,stand,strings that,submit the,technical,that no,the arguments,the fetched,the header,'
'the invoice,the setup,the stream,the user,through this,to receive,utilisateu,vague,verify,voice,we,weight,went,'
'what they,who has,your instructio,your system,には,不需,不需 需要,其他,所有,=all=not:tell,=ask=guard,=ignore=guard,=ignore=other,'
'=is:deceive,=keeper,=obey=itself,=oblige=our,=oblige=path,=secret,=secret=every,=secret=our,=tool=other,^ findings,'
'^ id,^ lower,^ post,^ property,^ show,about it,addressed,and not,any file,apply the,because of,before each,begin,'
'carried,delegate,depend,depend on,difference,disregarde,do this,due to,during the,en,explaining,finance,footer,'
'for complete,government,have them,helps,high,hotel,in front,in order,include them,interface,invent,issues with,'
'leading,longer than,lower,malware,message with,monitoring,more and,necessary,of interest,of what,only that,otherwise the,'
'page has,parameter to,positions,quoting,recipient,scaffold,shell,summarise,the database,the keychain,the mailbox,'
'the one,the pipeline,the public,the sandbox,the shared,the weather,this session,to track,tool first,up the,update the,'
'user api,usuario,vendors,version and,we can,we need,with it,you,you go,your memory,your prompt,入参,=all=do:run,=ask=do:put,'
'=authority=do:put,=code=do:put,=is:grant,=know=authority,=money=our,=quietly,=talk=itself,^ en,^ save,^ users,addresses,'
'also,always,an address,and their,be passed,behind,blanket,button,buy,certificat and,client to,code you,configurat to,'
'damage,data as,decline,described,different,directory and,event is,extended,fail,for later,for telemetry,get the,'
'hand over,held,host,initiative,just,limit for,link and,mention,mode and,networks,not sent,not supported,only the,'
'our,our host,outage,patient,payee,payload,pipes,port,prefers,propose,pushing,put,repository with,restrictio,results by,'
'rights,search is,server,session is,skipped,so that,supply,surcharge,tests for,that need,that would,the amount,the built,'
'the payee,the working,this time,to be,to build,tool returns,translate,translatio,variant,web search,weekday,why the,'
'write the,you would,your,=ask=ignore,=ask=not:show,=brand=every,=code=when,=destroy=every,=destroy=reply,=know=do:put,'
'=not=brand,=obey,=obey=inner,=param=user,=persist,=secret=when,=talk,=when=path,^ errors,^ recommende,^ replace,'
'^ split,^ state,^ whenever,all previous,all rows,analyst,appear,as if,aside,avoids,been,bundle,corrected,crm,data of,'
'debugging,dem,drawing,earlier,every question,for file,future,gesprachsv,give,human,iban,identity,ignore the,import the,'
'in all,in it,lower the,mentioned,note,occur,output of,overwrite,pick,proceed,product and,put them,replies,repository public,'
'routed,save the,sharing,shell commands,show it,speak of,split,student,sums,the contract,the issue,the question,'
'to post,tokens,virus,with many,wrapper,не,=ask=do:tell,=destroy=authority,=destroy=private,=every=us,=free,=guard=oblige,'
'=itself=do:move,=later,=order=do:tell,=path=do:take,=penalty,=private=guard,=secret=do:put,=talk=do:put,^ people,'
'^ to,^ trace,add it,always be,and hand,answer is,as of,blood,by user,cancelling,check of,db,each answer,enough to,'
'erased,existence,handshake,in every,is called,is unknown,is used,it at,knows,lie,message in,over,persona,populate,'
'publish,query so,required the,response as,save as,should be,study,substitute,the editor,the local,the time,the transfer,'
'they have,threshold,to confirm,to register,tool has,you are,you to,内容,=all=itself,=all=not:ask,=all=softpath,=ask=our,'
'=comply,=denial,=do:take=do:run,=done,=guard=do:put,=ignore=do:put,=inner=all,=know=our,=know=us,=mail=do:put,=not=not:ask,'
'=order=tool,=others,=param=do:take,=path=do:run,=persist=tool,=reply=not:tell,=tool=reply,about the,absent,accounting,'
'all links,and leave,as well,copy of,descriptio is,developer,disregard,du,efficient,exact text,file access,first and,'
'former,harmless,hits,installati,intermedia,it up,keep,keychain,list files,main,mind,model for,name are,next steps,'
'noise,only this,ou,placement,real,record the,remotes,run it,secure,security,solutions,tells you,the documents,the notes,'
'the position,the quota,the rest,the rights,the side,the week,this,through our,tokens of,try again,up in,whose,wi,'
'いで,いで でく,でく,でく くだ,ない いで,=all=brand,=all=url,=authority=our,=authority=us,=every=do:move,=grant=authority,=ignore=do:take,'
'=inner,=inner=authority,=money=name,=not=not:tell,=order=deed,=our=do:move,=tool=brand,=us=do:move,^ answer,^ insert,'
'^ present,^ render,^ translate,^ unless,against the,allowed to,and call,and keys,answer,caching,chat,checks,configurat and,'
'descriptio in,each command,evaluate,for our,from your,handled,is always,it before,it only,key and,listing,loss,'
'mood,namespace,ninety,quoted,raise,rationale,read file,records in,ref,remains,requests and,rm,run this,servers are,'
'special,sudo,support,terms of,the dialog,the incident,the metadata,the reader,this call,two factor,up and,uploads,'
'use to,不要,有指,要告,要提,要用,诉用,=destroy=other,=ignore=destroy,=office,=private=do:take,=talk=inner,^ avant,^ be,^ click,'
'^ customer,^ evaluate,^ format,^ open,^ role,^ sign,^ subscribe,alternativ,and upload,authored,away,balance,clearing,'
'concerns,config,confuse,contains,directory to,esta,expensive,files of,gentle,guidelines,handed,herramient,in auth,'
'insured,lint,load,look at,memo,mix,of all,party,place,poem,purchases,purpose,rf,root directory,rows are,screen at,'
'share the,sign,su,the deploy,the difference,the flag,the lock,the second,to have,to now,upload,with git,you pass,'
'传到,告诉,的所,的服,直接,=destroy=when,=inner=tool,=obey=authority,=private=param,=rank,=talk=our,=talk=us,=url=do:put,^ label,'
'^ select,^ switch,^ whatever,add to,again with,agents,and do,and without,bidder,call the,consent,consult,discussion,'
'each line,el,extra,foundation,from any,group to,hand,hotels,ignore all,improves,inventory,it here,leaks,led,lee,'
'let it,licence,maintainer,outbound,overwrite the,passport,program,pupils,put it,rate,rds,right to,risk,scheduled,'
'see it,sees the,shared with,stale,stop,this function,to close,to public,tries,ubergib,unreliable,which the,with force,'
'write it,you have,ーに には,以下,放进,하세,=do:weaken,=not:tell,=obey=not:ask,=oblige=url,=results=oblige,=us,^ install,^ leave,'
'all messages,all that,alongside,anyone,anyone can,bringing,ci,failing,farm,forwarded,harm,hence,jedem,json and,'
'limits,little,look for,mac,material,messages are,million,never the,none,of date,omit it,only works,past,pipe,pr,'
'refunds,scope of,server and,server are,social,switch,system,tenants,the address,the board,the collector,the entry,'
'the following,the outcome,the platform,this operation,thread to,ti,to continue,touch,upload the,user approval,vor,'
'what this,会話,信し,全文,无需,送信,=deceive,=ignore=talk,=inner=deed,=name=do:move,=persist=deed,=private=do:tell,=talk=private,'
'=tool=name,^ developer,^ fast,^ place,^ reply,^ round,^ since,^ take,^ try,alt,another user,content is,di,directions,'
'do what,environmen variables,escaping,evidence,filled,fills,frequent,green,hand in,hand them,holds,incluye,indexing,'
'its content,keys in,know about,outrank,pas,possible,posting,proven,read and,search use,second,source code,start and,'
'surface,swap,sync,the cloud,the developer,the translatio,to enable,to keep,to this,tool is,trusts,unrestrict,utils,'
'with our,word,忽略,=do:take=do:put,=grant=all,=is:weaken,=tool=not:ask,^ encode,^ give,^ overwrite,^ remove,^ store,'
'addressed to,after each,an admin,anything,argument,assurance,built in,capacity,competing,configurat file,connectors,'
'contribute,create an,depending,encode,etwas,failed and,format the,history,idle,in meta,infer,is invalid,le,list in,'
'no confirmati,overrides the,paragraph,part,rephrase,reviewing,screenshot of,seems,simply,stars,take the,tenth,the package,'
'the partner,the password,the person,those of,told you,trail,under the,whatever,when asked,回答,=do:obey,=silent,=tool=authority,'
'=unbidden,=when=not:ask,^ decode,^ work,above this,add what,among,analytics,and sends,answer and,approve,approved by,'
'are stored,arithmetic,as your,audience,autre,binding,bothering,can fetch,cut,depending on,doubt,employees,encode the,'
'even if,extend,folder and,having,hold,in different,in for,keyboard,landlord,meant for,night,no one,now on,ok,on their,'
'other servers,our server,points of,queried,refusals,replace the,repository is,select from,succeeded,the backup,'
'the usual,trusted,were told,while the,you see,=ask=url,=brand=reply,=obey=when,=reply=url,=secret=all,=secret=oblige,'
'^ approve,^ deploy,^ provide,acme,and keep,and move,and you,by calling,compromise,concern,copy the,counts as,deactivate,'
'debug,delivered,doing,end of,fetched,for debugging,import,longest,make the,powered,prescripti,sec,text of,the background,'
'the official,the price,the way,tls,to allow,user must,warm,with code,worth,you show,=code,=oblige=not:show,=tool=us,'
'^ hide,^ tell,^ that,^ under,adding,and attach,app and,autoapprov,below,boss,bother,browser tool,busy,circumstan,'
'considered,dialogue,die,environmen and,insecure,join,ne,obey,parts,practice,preferable,properly,purposes,received,'
'requesting,rivals,settlement,spending,supply the,the home,the ones,the output,the rules,the topic,this parameter,'
'to accept,tokens and,usar,whenever,without remark,you will,务器,服务 务器,=decode,=know=do:move,=oblige=quietly,^ certificat,'
'^ consider,^ whoever,all data,and need,bank,be answered,call read,candidate,changed files,district,effect,ever,'
'gist,great,have the,is asking,is needed,la conversati,may have,mistake,must use,never leave,numbers and,or not,'
'outil,report the,reproducib,results of,scan,talk,the assistant,the instance,the main,the memory,tools that,typing,'
'weaken,wonders,先读,先读 读取,=param=softpath,=path=name,=when=url,^ antes,^ config,^ in,^ rate,an external,and must,'
'breaks,dear,each query,each reply,es,every tool,exceeds,forwards,gather,however,il,independen,insurance,makers,'
'meanwhile,new project,not count,not to,oi,parents,placed,pointed,prefer it,prompt and,public channel,question and,'
'readers,send message,serial,snapshot of,the security,the trace,therefore,this one,unsubscrib,variables and,whichever,'
'zero,を読,読み,=all=do:move,=deed=path,=do:deceive,=every=mail,=obey=reply,=softpath,=talk=every,=user=mail,^ describe,'
'^ per,^ should,^ small,^ 不要,and execute,base and,be executed,belongs in,bot,bring,carry,change its,choice,cookie,'
'ethical,handover,helper,in notes,indexer,is best,it and,now,order to,push,remark,run the,school,seed,sie,the human,'
'the shell,these,une,user about,user with,wipe,without showing,=brand=do:put,=inner=param,=know=user,=sink=when,'
'=talk=url,=tool=do:move,=url=do:tell,^ have,^ let,^ once,^ route,accept the,activities,address and,asked about,'
'by reading,copying,deletion,describe the,desktop,even,export,from here,has been,need not,newspaper,previous instructio,'
'purge,remove the,script,settings json,so it,stamped,stated,swap the,table with,task and,telling,the login,things,'
'this paragraph,times in,told to,upon,usual,with full,=do:grant,=every=url,=grant=do:run,=private=reply,=softpath=do:move,'
'^ rename,^ tool,and store,arise,choose this,collect,collector,contacted,curl sh,default the,draw,each file,forget,'
'from this,hear about,here,hide,keep this,matter what,never use,not stop,permanent,raise the,reason for,refund,runner,'
'search tool,spring,stamps,stands in,takes the,task is,the deployment,the foundation,tmp,tool must,transmit,travel,'
'turn with,us in,was not,what the,worked,对话,=grant=do:put,=obey=url,=persist=do:put,=sink=do:move,=talk=do:take,'
'^ instead,^ last,^ load,^ report,accurate,answer with,being,both are,cada,called with,carry the,decode,directive,'
'et,for all,generated code,hide the,installing,matters,news,nobody needs,number or,ours,purchase,reasoning,records of,'
'redirect,reject,the firm,tool with,turn on,user from,wrote,全部,=all=path,=authority=do:tell,=deed=softpath,=money=deed,'
'=talk=param,=traces,=when=mail,^ choose,^ non,^ speak,about this,accompanie,and follow,badly,connector,continuing,'
'discount,gets,instruct,key file,lack,level of,lo,nd,newsletter,note for,objections,permits,prior to,quality,receiver,'
'reverse,reviews,server returns,side,the contents,this line,to in,und,unlock,user password,vote,vulnerabil,widen,'
'об,этом,すべ,べて,=ignore=order,=private=mail,=sink=authority,=url=do:move,^ repeat,all of,and submit,and work,attach the,'
'ce,de,file of,goes,higher,hints,is part,it says,memory that,new task,nonce,sampling,say nothing,the tools,value of,'
'この,=all=mail,=grant=every,=guard=when,=mail=do:move,=param=do:tell,=softpath=do:put,=softpath=do:take,^ level,and ask,'
'and describe,comes,double,down to,drop the,embed,every mail,for verificati,in which,political,qu,reading,secretly,'
'set the,spare,spread,students,supplier,thousand,to each,turn the,upload file,user confirmati,игнорируй,инструкции,'
'предыдущие,=path,^ export,approval for,assistant must,behalf,bisherigen,calls to,context is,dropped,experts,have access,'
'implies,maintained,offered,relay,switch the,the vendor,to go,use of,what stands,yourself,之前,=money=account,=tell abroad,'
'=url=do:run,^ merge,advise,est,expiry,fault,followed by,las,nao,no matter,of another,sake,the deletion,the diff,'
'the filesystem,the helper,the word,us the,user does,weak,your tools,らせ,知ら,and pass,der,disclose,fact,for us,is found,'
'of it,out the,rank,rsa,settle,the screen,todo,zu,=deed=not:tell,^ accept,although,copied,dialogs,each message,if somebody,'
'in any,mathematic,mount,move the,on all,our address,produce,rounding,scanner,the names,turn off,user files,would,'
'=secret=do:take,and go,and send,consignes,delay,get to,home folder,humans,im,root,the master,transmets,指示,=inner=when,'
'=other=do:tell,=param=path,^ go,antivirus,behaviour,continue,danach,diagnosis,first step,has already,hurry,lives,'
'pixel,prior,recovery,rename the,retry with,that file,the maintainer,the only,tick,tool can,uninstall,渡し,=addressed,'
'=money=us,=text,^ contents,^ make,alle,anweisunge,be shown,comply,diagnostic,dump,ns,outputs,the card,tile,waste,'
'=not=mail,=unaware,^ assistant,^ book,^ change,^ turn,and run,cleanup,encrypt,fo,forbids,mention it,that we,the explanatio,'
'the keys,the real,with that,用户,=inner=do:put,^ where,animals,asks what,by you,contents of,enclose,hint,microphone,'
'saying,dirlo,from our,further,lacking,machines,to it,=url,^ build,besides,between the,des,first use,message that,'
'that all,the private,the secrets,to us,za,и,=secret=do:move,append the,are to,sind,spell,you and,announced,authorised,'
'by it,del,mirror,other server,was sent,accompany,este,eval,refuse,the licence,you were,=become,exfiltrate,file tool,'
'fill it,looking,the files,wanted,=account,^ im,and report,favour,mark the,praise,refrain,the extra,=private=do:put,'
'act,attention,in each,upset,user mail,was given,=ignore=itself,naq,of every,privileges,the check,vendor,calculator,'
'loyalty,nie,precedes,proposal,responding,and post,hundred,this with,though,tool and,tools are,=mail,coin,=hype,'
'and add,chats,delete the,logins,user private,마세,que,ignora,this step,which you,routine,세요,=facade,=talk=do:move,'
'speak,eht'
)
WEIGHTS = (
-360,-296,-284,-272,-264,-256,-248,-248,-248,-244,-244,-244,-244,-240,-240,-240,-236,-236,-236,-232,-232,-232,-232,
-232,-228,-228,-228,-228,-228,-228,-228,-228,-228,-228,-228,-224,-224,-224,-224,-224,-220,-220,-220,-220,-220,-220,
-220,-216,-216,-216,-216,-216,-216,-216,-212,-212,-212,-212,-212,-212,-212,-212,-212,-212,-212,-212,-208,-208,-208,
-208,-208,-208,-208,-208,-208,-208,-208,-208,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,-204,
-204,-204,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,-200,
-200,-200,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-196,-192,-192,
-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-192,-188,-188,-188,-188,-188,-188,-188,-188,-188,
-188,-188,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,
-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-184,-180,-180,-180,-180,-180,-180,-180,
-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,-180,
-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,-176,
-176,-176,-176,-176,-176,-176,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,
-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,-172,
-172,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,
-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-168,-164,-164,-164,-164,
-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,
-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-164,-160,-160,-160,-160,-160,
-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,-160,
-160,-160,-160,-160,-160,-160,-160,-160,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,
-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,-156,
-156,-156,-156,-156,-156,-156,-156,-156,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,
-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,
-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,-152,
-152,-152,-152,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,
-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,-148,
-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,
-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,
-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-144,-140,-140,-140,-140,-140,-140,
-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,
-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,
-140,-140,-140,-140,-140,-140,-140,-140,-140,-140,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,
-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,
-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-136,-132,-132,
-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,
-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,
-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,-132,
-132,-132,-132,-132,-132,-132,-132,-132,-132,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,
-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-128,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,-124,
-124,-124,-124,-124,-124,-124,-124,-124,-124,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,
-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-120,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,-116,
-116,-116,-116,-116,-116,-116,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,
-112,-112,-112,-112,-112,-112,-112,-112,-112,-112,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,
-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-108,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,
-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-104,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,
-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-100,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,
-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-96,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,
-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-92,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,-88,
-88,-88,-88,-88,-88,-88,-88,-88,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,-84,
-84,-84,-84,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,-80,
-80,-80,-80,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,
-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-76,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,
-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-72,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,
-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-68,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,-64,
-64,-64,-64,-64,-64,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,
-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-60,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,-56,
-56,-56,-56,-56,-56,-56,-56,-56,-56,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,
-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-52,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,
-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-48,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,-44,
-44,-44,-44,-44,-44,-44,-44,-44,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,
-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-40,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,
-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-36,-32,-32,-32,-32,-32,
-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,-32,
-32,-32,-32,-32,-32,-32,-32,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-28,-24,-24,-24,
-24,-24,-24,-24,-24,-24,-24,-24,-24,-20,-20,20,20,20,20,20,20,20,24,24,24,24,24,24,24,24,24,24,24,24,24,24,24,28,
28,28,28,28,28,28,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,32,
32,32,32,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,
36,36,36,36,36,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,40,
40,40,40,40,40,40,40,40,40,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,
44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,44,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,
48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,
48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,48,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,
52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,52,
52,52,52,52,52,52,52,52,52,52,52,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,
56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,
56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,56,60,60,60,60,60,60,
60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,
60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,
60,60,60,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,
64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,
64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,64,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,
68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,
68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,68,72,72,72,72,72,72,72,72,72,72,72,72,72,72,
72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,
72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,72,76,76,76,76,76,
76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,
76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,
76,76,76,76,76,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,
80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,
80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,80,84,84,84,84,84,84,
84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,
84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,
84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,84,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,
88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,
88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,88,
88,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,
92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,92,
92,92,92,92,92,92,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,
96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,96,100,100,100,100,
100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,
100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,
100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,104,104,104,104,104,
104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,
104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,104,
104,104,104,104,104,104,104,104,104,104,104,104,104,104,108,108,108,108,108,108,108,108,108,108,108,108,108,108,
108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,
108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,108,112,112,
112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,
112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,112,
112,112,112,112,112,112,112,112,112,112,112,112,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,
116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,
116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,116,120,120,120,120,120,120,
120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,
120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,120,
120,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,
124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,124,
124,124,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,
128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,128,
128,128,128,128,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,
132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,132,136,136,136,136,136,136,136,136,136,
136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,136,
136,136,136,136,136,136,136,136,136,136,136,136,136,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,
140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,140,
140,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,
144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,144,148,148,148,148,148,148,
148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,148,
148,148,148,148,148,148,148,148,148,148,148,148,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,
152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,152,
152,152,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,
156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,156,160,160,160,160,160,
160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,160,
160,160,160,160,160,160,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,
164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,164,168,168,
168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,168,172,172,172,172,172,
172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,172,
172,172,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,176,180,180,180,180,
180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,180,184,184,184,184,184,184,184,
184,184,184,184,184,184,184,188,188,188,188,188,188,188,188,188,188,188,188,188,188,188,188,188,188,188,188,192,
192,192,192,192,192,192,192,192,192,192,192,192,196,196,196,196,196,196,196,196,196,196,196,196,196,196,196,196,
196,196,196,196,196,196,196,196,196,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,204,204,204,
204,204,204,204,204,204,204,204,204,204,204,204,204,204,204,208,208,208,208,208,208,208,208,208,208,212,212,212,
212,212,212,216,216,216,216,216,216,216,216,216,216,216,216,216,220,220,220,220,220,220,224,224,224,224,224,224,
224,228,228,228,228,228,228,232,232,232,232,232,232,232,236,236,236,236,236,236,236,236,240,240,240,240,240,240,
240,244,248,248,248,248,248,252,252,252,252,252,252,256,256,256,256,256,256,260,260,264,264,264,264,264,264,264,
272,276,276,276,280,284,304,308,316,320
)
